import { defaultTheme, type ThemeKey, themes } from '../themes.ts';
import { Icon } from '../ui/Icon.tsx';
import { chooseTheme } from './chooseTheme.ts';

interface ThemeListProps {
  readonly className: string;
  /** Called before the theme changes. */
  readonly onChoose?: () => void;
}

/**
 * A button for each theme. The server does not know the visitor's choice and renders the default as pressed; the
 * entry script presses that of the document in all lists, hydrated or not, and styles show its check mark.
 */
export function ThemeList({ className, onChoose }: ThemeListProps) {
  const choose = (theme: ThemeKey) => {
    onChoose?.();
    chooseTheme(theme);
  };
  return (
    <ul className={className}>
      {themes.map(({ key, name }) => (
        <li key={key}>
          <button
            type="button"
            className="theme-option"
            value={key}
            aria-pressed={key === defaultTheme}
            suppressHydrationWarning
            onClick={() => choose(key)}
          >
            <span className="swatch" data-theme={key} />
            {name}
            <Icon name="check" />
          </button>
        </li>
      ))}
    </ul>
  );
}

/** All themes as a grid with a label; hidden without script, which applies the choice. */
export function ThemeChoice() {
  return (
    <div className="theme-choice">
      <p>Color theme</p>
      <ThemeList className="theme-grid" />
    </div>
  );
}
