/** The icons of controls, each one path in a 24 by 24 view box, drawn in the text color. */
const paths = {
  arrow: 'M4 12h15M13 6l6 6-6 6',
  back: 'M20 12H5M11 6l-6 6 6 6',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  chevron: 'M7 10l5 5 5-5',
  menu: 'M4 7h16M4 12h16M4 17h16',
  close: 'M6 6l12 12M18 6L6 18',
  search: 'M10.5 4a6.5 6.5 0 100 13 6.5 6.5 0 000-13zM15.3 15.3L20 20',
  theme:
    'M12 3a9 9 0 100 18c1.6 0 2.3-1 2-2.3-.4-1.8.4-2.7 2.2-2.7H18c2 0 3-1.3 3-3.5A9 9 0 0012 3zM7.5 12h.01M9.5 8h.01M14 7.5h.01',
} as const;

type IconName = keyof typeof paths;

/** A decorative icon in the size of the text beside it; that text carries the meaning. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  );
}
