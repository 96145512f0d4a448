import { type KeyboardEvent, useEffect, useRef } from 'react';
import { Icon } from '../ui/Icon.tsx';
import { closeToSummary, closeWhenLeft, neighbor } from './dismissal.ts';
import { ThemeChoice, ThemeList } from './ThemeList.tsx';

interface ThemeSwitcherProps {
  /** Shows all themes as a grid: for the footer on narrow screens, where the header has no room for the menu. */
  readonly isOpen?: boolean;
}

/** The choice of a theme; hidden without script, which applies it. */
export function ThemeSwitcher({ isOpen = false }: ThemeSwitcherProps) {
  return isOpen ? <ThemeChoice /> : <ThemeMenu />;
}

function ThemeMenu() {
  const details = useRef<HTMLDetailsElement>(null);

  useEffect(() => {
    const listening = new AbortController();
    if (details.current) closeWhenLeft(details.current, details.current, listening.signal);
    return () => listening.abort();
  }, []);

  return (
    <details className="theme-switcher" ref={details} onKeyDown={moveByKey} suppressHydrationWarning>
      <summary className="theme-toggle">
        <Icon name="theme" />
        <span className="visually-hidden">Color theme</span>
      </summary>
      <ThemeList
        className="theme-list"
        onChoose={() => {
          if (details.current) closeToSummary(details.current);
        }}
      />
    </details>
  );
}

/** Arrow keys, Home and End move between the themes; Arrow Down or Up on the toggle opens the list. */
function moveByKey(event: KeyboardEvent<HTMLDetailsElement>): void {
  const details = event.currentTarget;
  const options = [...details.querySelectorAll('button')];
  const current = options.find((option) => option === document.activeElement);
  const next = () => {
    switch (event.key) {
      case 'ArrowDown':
        return current ? neighbor(options, current, 1) : options[0];
      case 'ArrowUp':
        return current ? neighbor(options, current, -1) : options.at(-1);
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
