import { defaultTheme, themes } from '../themes.ts';
import { Icon } from '../ui/Icon.tsx';

/**
 * The choice of a theme. The server does not know a visitor's choice and marks the default; the styles
 * mark the theme that the document really wears. Hidden where there is no script to apply a choice.
 */
export function ThemeSwitcher() {
  return (
    <details className="theme-switcher">
      <summary className="theme-toggle">
        <Icon name="theme" />
        <span className="visually-hidden">Color theme</span>
      </summary>
      <ul className="theme-list">
        {themes.map(({ key, name }) => (
          <li key={key}>
            <button
              type="button"
              className={`theme-option theme-option-${key}`}
              value={key}
              aria-pressed={key === defaultTheme}
            >
              <span className="swatch" data-theme={key} />
              {name}
              <Icon name="check" />
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}
