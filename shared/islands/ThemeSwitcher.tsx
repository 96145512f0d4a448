import { type KeyboardEvent, useEffect, useRef, useSyncExternalStore } from 'react';
import { defaultTheme, type ThemeKey, themes } from '../themes.ts';
import { Icon } from '../ui/Icon.tsx';
import { chooseTheme, currentTheme, watchTheme } from './currentTheme.ts';
import { closeToSummary, closeWhenLeft, neighbour } from './dismissal.ts';

/**
 * The choice of a theme. The server does not know a visitor's choice and marks the default; the styles
 * mark the theme that the document really has. Hidden where there is no script to apply a choice.
 */
export function ThemeSwitcher() {
  const details = useRef<HTMLDetailsElement>(null);
  const current = useSyncExternalStore(watchTheme, currentTheme, () => defaultTheme);

  useEffect(() => {
    const listening = new AbortController();
    if (details.current) closeWhenLeft(details.current, details.current, listening.signal);
    return () => listening.abort();
  }, []);

  const choose = (theme: ThemeKey) => {
    if (details.current) closeToSummary(details.current);
    chooseTheme(theme);
  };

  return (
    <details className="theme-switcher" ref={details} onKeyDown={moveByKey}>
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
              aria-pressed={key === current}
              onClick={() => choose(key)}
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

/** Arrows, Home and End move between the themes; Arrow Down on the toggle opens them. */
function moveByKey(event: KeyboardEvent<HTMLDetailsElement>): void {
  const details = event.currentTarget;
  const options = [...details.querySelectorAll('button')];
  const current = options.find((option) => option === document.activeElement);
  const next = () => {
    switch (event.key) {
      case 'ArrowDown':
        return current ? neighbour(options, current, 1) : options[0];
      case 'ArrowUp':
        return current ? neighbour(options, current, -1) : options.at(-1);
      case 'Home':
        return current && options[0];
      case 'End':
        return current && options.at(-1);
      default:
        return undefined;
    }
  };
  const option = next();
  if (!option) return;
  event.preventDefault();
  details.open = true;
  option.focus();
}
