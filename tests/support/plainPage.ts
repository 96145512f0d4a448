import { field } from '../../shared/field.ts';
import type { Tab } from './plainBrowser.ts';

/**
 * A page as a visitor's browser runs it. A driver that listens to a page's scripts (the DevTools protocol's
 * Runtime domain) has V8 parse a script again, whole, for every error object that it makes, and React makes some
 * when it is loaded: measured so, loading React takes several times as long as it does for anybody.
 */
export interface PlainPage {
  /** The value of an expression, which may be a promise, as JSON; undefined where it threw. */
  evaluate(expression: string): Promise<unknown>;
  /** Resolves when an expression is true; fails after thirty seconds. */
  until(expression: string): Promise<void>;
  /** Moves the mouse over the middle of an element. */
  hover(selector: string): Promise<void>;
  /** Presses and lets go of the left button where the mouse is. */
  press(): Promise<void>;
}

/** The page that is open in a tab. */
export function plainPage(tab: Tab): PlainPage {
  const mouse = { x: 0, y: 0, button: 'none' };
  const move = (event: object) => tab('Input.dispatchMouseEvent', { ...mouse, ...event });
  const evaluate = async (expression: string) => {
    const options = { awaitPromise: true, returnByValue: true };
    return field(await tab('Runtime.evaluate', { expression, ...options }), 'result', 'value');
  };
  return {
    evaluate,
    async until(expression) {
      const deadline = performance.now() + 30_000;
      while ((await evaluate(expression)) !== true) {
        if (performance.now() > deadline) throw new Error(`Never true: ${expression}`);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    },
    async hover(selector) {
      const box = await evaluate(
        `(({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2 }))(document.querySelector(${JSON.stringify(selector)}).getBoundingClientRect())`,
      );
      Object.assign(mouse, { x: Number(field(box, 'x')), y: Number(field(box, 'y')) });
      await move({ type: 'mouseMoved' });
    },
    async press() {
      await move({ type: 'mousePressed', button: 'left', clickCount: 1 });
      await move({ type: 'mouseReleased', button: 'left', clickCount: 1 });
    },
  };
}
