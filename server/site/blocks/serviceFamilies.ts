/** One step of how a service goes. */
interface ServiceStep {
  readonly title: string;
  readonly text: string;
}

/** What services of one kind have in common: how they go, and what follows a first message. */
interface ServiceFamily {
  readonly steps: readonly ServiceStep[];
  readonly next: string;
}

/** Work that comes back: the same crew, again and again. */
const visits: ServiceFamily = {
  steps: [
    {
      title: 'Tell us how you live in it',
      text: 'Which rooms, which weeks, who comes, and which pet must stay in. A few lines are plenty.',
    },
    {
      title: 'A first visit sets the list',
      text: 'We walk through together, agree on what each visit covers, and write it down with its price.',
    },
    {
      title: 'The same people return',
      text: 'They come in the window that was agreed, work through the list, and leave a note with what they saw.',
    },
  ],
  next: 'We answer within one working day with two dates for the first visit. You need not be at home for those that follow.',
};

/** Work that is planned once and done once. */
const projects: ServiceFamily = {
  steps: [
    {
      title: 'Show us the place',
      text: 'Photographs from two sides and a rough size tell us whether a visit makes sense.',
    },
    {
      title: 'We measure and write it down',
      text: 'You get the order of the work, the materials by name, the days it takes and one price for all of it.',
    },
    {
      title: 'Prepared, done, put back',
      text: 'Most of the time goes into the preparation. At the end we walk around it with you, list in hand.',
    },
  ],
  next: 'We answer within one working day and propose a time to measure. Weather decides part of the calendar, so early askers choose their weeks.',
};

/** Services that look after a house while its owner is elsewhere. */
const keeping: ServiceFamily = {
  steps: [
    {
      title: 'A conversation first',
      text: 'What the house is for, who uses it and when, and which decisions you want to keep for yourself.',
    },
    {
      title: 'We learn the house',
      text: 'Shut-offs, meters, alarms, quirks: one long walk-through becomes the file that everyone here works from.',
    },
    {
      title: 'One person answers for it',
      text: 'Your manager visits, decides the small things, asks about the large ones, and reports each month.',
    },
  ],
  next: 'The manager who would look after your house calls you within one working day. The terms come in writing before anything begins.',
};

/** Work that the weather starts. */
const weather: ServiceFamily = {
  steps: [
    {
      title: 'Settled before the season',
      text: 'We walk the ground while it is bare, mark edges and hydrants, and agree on where everything goes.',
    },
    {
      title: 'The forecast calls us, not you',
      text: 'Once the agreed depth has fallen we come without a call, starting early in the morning.',
    },
    {
      title: 'A photograph when it is done',
      text: 'You see your place from wherever you are, and hear from us if something needs a second look.',
    },
  ],
  next: 'We answer within one working day and tell you whether your road still fits on a route this winter.',
};

/** Houses for guests. */
const stays: ServiceFamily = {
  steps: [
    {
      title: 'Choose your days',
      text: 'Search what is free, or write to us with the week and the number of people that you have in mind.',
    },
    {
      title: 'Know what you pay',
      text: 'Cleaning, taxes and deposit are in the quote. Nothing is added at the key box.',
    },
    {
      title: 'Arrive to a ready house',
      text: 'Directions and door code come before you set out, and somebody answers the phone all night.',
    },
  ],
  next: 'A person who knows the houses answers within one working day, with those that fit and what each of them is like.',
};

/** All other services: a look, a quote, the work. */
const repairs: ServiceFamily = {
  steps: [
    {
      title: 'You tell us about the house',
      text: 'Where it is, who uses it and when, and what has been on your mind. A few lines and a photograph are plenty.',
    },
    {
      title: 'We walk through it once',
      text: 'We look before we promise. Then you have a written quote: what we would do, in which order, and at what price.',
    },
    {
      title: 'The work is done and shown',
      text: 'The crew arrives in the window that we agreed on. You have photographs and notes the same day, near or far.',
    },
  ],
  next: 'A person from our office answers within one working day, asks about anything unclear, and proposes a time to meet at the house. Nothing costs anything until you have agreed to it in writing.',
};

const families: readonly (readonly [RegExp, ServiceFamily])[] = [
  [/snow|plow|winter/, weather],
  [/manage/, keeping],
  [/rentals?\b|\bstays?\b/, stays],
  [/paint|deck|hvac|enclosure|restor|stag|remodel|roof/, projects],
  [/clean|housekeep|wash|garden|landscap|lawn|pool/, visits],
];

/** The family of a service, by the words of its slug and title. */
export function familyOfService(slug: string, title: string): ServiceFamily {
  const words = `${slug} ${title}`.toLowerCase();
  return families.find(([pattern]) => pattern.test(words))?.[1] ?? repairs;
}
