import { defaultTheme, themes } from '../../../shared/themes.ts';
import { Icon } from '../../../shared/ui/Icon.tsx';
import { Enhanced } from '../components/Island.tsx';

/** The choice of a theme as a menu; hidden without script, which applies it. */
export function ThemeSwitcher() {
  return (
    <Enhanced name="themeSwitcher">
      <details className="theme-switcher">
        <summary className="theme-toggle">
          <Icon name="theme" />
          <span className="visually-hidden">Color theme</span>
        </summary>
        <ThemeList className="theme-list" />
      </details>
    </Enhanced>
  );
}

/** All themes as a grid with a label, where there is no room for a menu; hidden without script, which applies them. */
export function ThemeChoice() {
  return (
    <div className="theme-choice">
      <p>Color theme</p>
      <ThemeList className="theme-grid" />
    </div>
  );
}

/**
 * A button for each theme. The server does not know the visitor's choice and renders the default as pressed; the entry
 * script presses that of the document in all lists, and styles show its check mark.
 */
function ThemeList({ className }: { readonly className: string }) {
  return (
    <ul className={className}>
      {themes.map(({ key, name }) => (
        <li key={key}>
          <button type="button" className="theme-option" value={key} aria-pressed={key === defaultTheme}>
            <span className="swatch" data-theme={key} />
            {name}
            <Icon name="check" />
          </button>
        </li>
      ))}
    </ul>
  );
}
