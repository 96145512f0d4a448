import type { DemoImageName } from './content/demoContent.ts';

interface DemoPicture {
  /** Fixed, so that links into a running demo survive a restart. */
  readonly id: string;
  readonly title: string;
  /** The alternative text of the picture. */
  readonly description: string;
  /** The focal point, which stays visible when the picture is cropped, in pixels of 1600 x 1000. */
  readonly focus?: readonly [x: number, y: number];
}

/** One file of the content service for each drawn picture. */
export const demoPictures: Readonly<Record<DemoImageName, DemoPicture>> = {
  'basalt-canyon': {
    id: '6d1f0a52-3c84-4b1e-9a57-0d2f7c4e8a01',
    title: 'Basalt canyon',
    description: 'Dark basalt columns above a narrow canyon with a river at its floor.',
  },
  'bedroom-linen': {
    id: '6d1f0a52-3c84-4b1e-9a57-0d2f7c4e8a02',
    title: 'Guest bedroom',
    description: 'A made bed with folded linen in a bright guest bedroom.',
  },
  'cabin-snow': {
    id: '6d1f0a52-3c84-4b1e-9a57-0d2f7c4e8a03',
    title: 'Cabin in snow',
    description: 'A wooden cabin between snow-covered trees with light in its windows.',
    focus: [800, 560],
  },
  'cascade-dawn': {
    id: '6d1f0a52-3c84-4b1e-9a57-0d2f7c4e8a04',
    title: 'Cascades at dawn',
    description: 'The peaks of the Cascades in the first light of the morning.',
    focus: [800, 420],
  },
  'deck-evening': {
    id: '6d1f0a52-3c84-4b1e-9a57-0d2f7c4e8a05',
    title: 'Deck in the evening',
    description: 'A wooden deck behind a house in warm evening light.',
  },
  'high-desert-road': {
    id: '6d1f0a52-3c84-4b1e-9a57-0d2f7c4e8a06',
    title: 'High desert road',
    description: 'A straight road through sagebrush towards distant hills.',
  },
  'hvac-enclosure': {
    id: '6d1f0a52-3c84-4b1e-9a57-0d2f7c4e8a07',
    title: 'HVAC enclosure',
    description: 'A slatted wooden enclosure around an outdoor heating and cooling unit.',
  },
  'juniper-ridge': {
    id: '6d1f0a52-3c84-4b1e-9a57-0d2f7c4e8a08',
    title: 'Juniper ridge',
    description: 'Old junipers along a ridge under a wide sky.',
  },
  'keys-porch': {
    id: '6d1f0a52-3c84-4b1e-9a57-0d2f7c4e8a09',
    title: 'Keys at the porch',
    description: 'A ring of house keys at the front door of a porch.',
  },
  'kitchen-morning': {
    id: '6d1f0a52-3c84-4b1e-9a57-0d2f7c4e8a10',
    title: 'Kitchen in the morning',
    description: 'A tidy kitchen with morning sun on the counter.',
  },
  'lake-reflection': {
    id: '6d1f0a52-3c84-4b1e-9a57-0d2f7c4e8a11',
    title: 'Mountain lake',
    description: 'A still mountain lake that mirrors the trees and the peak behind it.',
  },
  'lava-field-stars': {
    id: '6d1f0a52-3c84-4b1e-9a57-0d2f7c4e8a12',
    title: 'Stars over lava',
    description: 'A clear night sky full of stars above a field of lava rock.',
  },
  'lodge-dusk': {
    id: '6d1f0a52-3c84-4b1e-9a57-0d2f7c4e8a13',
    title: 'Lodge at dusk',
    description: 'A timber lodge with lit windows at dusk.',
    focus: [820, 580],
  },
  'painted-siding': {
    id: '6d1f0a52-3c84-4b1e-9a57-0d2f7c4e8a14',
    title: 'Painted siding',
    description: 'Freshly painted siding and trim on the side of a house.',
  },
  'ponderosa-trail': {
    id: '6d1f0a52-3c84-4b1e-9a57-0d2f7c4e8a15',
    title: 'Ponderosa trail',
    description: 'A trail between tall ponderosa pines.',
  },
  'river-bend': {
    id: '6d1f0a52-3c84-4b1e-9a57-0d2f7c4e8a16',
    title: 'River bend',
    description: 'A river that turns through meadows and pines.',
  },
  'roofline-snow': {
    id: '6d1f0a52-3c84-4b1e-9a57-0d2f7c4e8a17',
    title: 'Snow on the roof',
    description: 'A roof line under deep snow with icicles at the eaves.',
    focus: [800, 380],
  },
  'three-peaks-snow': {
    id: '6d1f0a52-3c84-4b1e-9a57-0d2f7c4e8a18',
    title: 'Three peaks',
    description: 'Three snow-covered volcanoes side by side above dark forest.',
  },
  'window-light': {
    id: '6d1f0a52-3c84-4b1e-9a57-0d2f7c4e8a19',
    title: 'Window light',
    description: 'Clean windows with daylight falling across a living room.',
  },
  'workshop-bench': {
    id: '6d1f0a52-3c84-4b1e-9a57-0d2f7c4e8a20',
    title: 'Workshop bench',
    description: 'Hand tools in order on and above a workshop bench.',
  },
};

/** @returns the id of the file that holds the picture, null for no picture. */
export function pictureId(name: DemoImageName | null | undefined): string | null {
  return name === null || name === undefined ? null : demoPictures[name].id;
}
