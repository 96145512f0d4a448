import { hasModifier, neighbor } from '../../shared/islands/arrowKeys.ts';
import { isThemeKey, type ThemeKey, themeStorageKey } from '../../shared/themes.ts';
import { closeToSummary, closeWhenLeft } from './dismissal.ts';

/** Duration of the color transition after a choice; the same as in `themeSwitcher.css`. */
const transitionMs = 300;

let ending: ReturnType<typeof setTimeout> | undefined;

/** Enhances the lists of themes in an element, and the menu that one of them may be in. */
export function enhanceThemes(root: HTMLElement): void {
  const menu = root.querySelector<HTMLDetailsElement>('.theme-switcher');
  if (menu) {
    closeWhenLeft(menu, menu);
    menu.addEventListener('keydown', (event) => moveByKey(menu, event));
  }
  root.addEventListener('click', ({ target }) => {
    const option = target instanceof Element ? target.closest<HTMLButtonElement>('.theme-option') : null;
    if (!option || !isThemeKey(option.value)) return;
    if (menu) closeToSummary(menu);
    // Applied when it was clicked: another tab may have chosen a later one since.
    if (option !== root.earlyClick) chooseTheme(option.value);
  });
}

/** Arrow keys, Home and End move between the themes; Arrow Down or Up on the toggle opens the list. */
function moveByKey(menu: HTMLDetailsElement, event: KeyboardEvent): void {
  if (hasModifier(event)) return;
  const options = [...menu.querySelectorAll('button')];
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
  menu.open = true;
  option.focus();
}

/**
 * Saves a theme for the next page (if storage is full or blocked, it only applies to this one) and applies it right
 * after the next frame, which already shows a response to the choice. The frame that changes the theme takes longer,
 * because it recalculates the style of every element.
 */
function chooseTheme(theme: ThemeKey): void {
  try {
    localStorage.setItem(themeStorageKey, theme);
  } catch {}
  requestAnimationFrame(() => setTimeout(() => applyTheme(theme)));
}

function applyTheme(theme: ThemeKey): void {
  const { classList, dataset } = document.documentElement;
  classList.add('theme-transition');
  clearTimeout(ending);
  ending = setTimeout(() => classList.remove('theme-transition'), transitionMs);
  dataset.theme = theme;
}
