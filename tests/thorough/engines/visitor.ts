/** A visitor in one of three browser engines; what the journeys need, and no more. */
export interface Visitor {
  /** Opens an address; resolves when the page has loaded. */
  open(url: string): Promise<void>;
  /** The value of an expression in the page, as JSON; promises are awaited. */
  read(expression: string): Promise<unknown>;
  /** Clicks the middle of the first element that matches. */
  press(selector: string): Promise<void>;
  /** Types into the first field that matches. */
  write(selector: string, text: string): Promise<void>;
  /** Presses a key on the focused element. */
  key(name: 'Tab' | 'Enter' | 'Escape' | 'ArrowDown'): Promise<void>;
  back(): Promise<void>;
  resize(size: { readonly width: number; readonly height: number }): Promise<void>;
  /** What is seen in the window, as a PNG in Base64. */
  picture(): Promise<string>;
  /** Errors of the console and uncaught ones since the last call. */
  errors(): Promise<readonly string[]>;
  close(): Promise<void>;
}
