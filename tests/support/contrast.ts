import type { Page } from 'playwright-core';

type Color = readonly [red: number, green: number, blue: number, alpha: number];

const transparent: Color = [0, 0, 0, 0];

/** Reads a computed color: `rgb(1, 2, 3)`, `rgba(1, 2, 3, 0.4)`. */
function parseColor(text: string): Color {
  const [red = 0, green = 0, blue = 0, alpha = 1] = (text.match(/[\d.]+/g) ?? []).map(Number);
  return text.startsWith('rgb') ? [red, green, blue, alpha] : transparent;
}

function over([red, green, blue, alpha]: Color, below: Color): Color {
  const mix = (above: number, under: number) => above * alpha + under * (1 - alpha);
  return [mix(red, below[0]), mix(green, below[1]), mix(blue, below[2]), 1];
}

/** WCAG's relative luminance. */
function luminance([red, green, blue]: Color): number {
  const linear = (channel: number) => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

function contrast(one: Color, other: Color): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

/**
 * The contrast of a color with its background; on a gradient, the lowest.
 *
 * @param grounds computed background colors from the element outward; the stops of a gradient separated by `|`
 */
export function worstContrast(color: string, grounds: readonly string[]): number {
  let below: readonly Color[] = [[255, 255, 255, 1]];
  for (const ground of [...grounds].reverse()) {
    const layers = ground.split('|').map(parseColor);
    below = below.flatMap((under) => layers.map((layer) => over(layer, under)));
  }
  return Math.min(...below.map((ground) => contrast(over(parseColor(color), ground), ground)));
}

/** Computed colors of an element, and the backgrounds behind it, its own first. */
export interface Seen {
  readonly what: string;
  readonly color: string;
  readonly outline: string;
  readonly edge: string;
  readonly grounds: readonly string[];
}

/** Reads the colors of the first element that matches each selector; a gradient is given as its stops. */
export function seen(page: Page, selectors: readonly string[], state = 'at rest'): Promise<readonly Seen[]> {
  const argument = { selectors, state };
  return page.evaluate(({ selectors, state }) => {
    return selectors.map((selector) => {
      const node = document.querySelector(selector);
      if (!node) throw new Error(`Nothing on the page fits ${selector}.`);
      const { color, outlineColor, outlineStyle, borderTopColor } = getComputedStyle(node);
      const grounds: string[] = [];
      for (let at: Element | null = node; at; at = at.parentElement) {
        const { backgroundColor, backgroundImage } = getComputedStyle(at);
        const stops = backgroundImage.match(/rgba?\([^)]*\)/g);
        if (stops) grounds.push(stops.join('|'));
        grounds.push(backgroundColor);
      }
      const outline = outlineStyle === 'none' ? 'none' : outlineColor;
      return { what: `${selector} ${state}`, color, outline, edge: borderTopColor, grounds };
    });
  }, argument);
}
