/** Whether a text is one e-mail address. */
export function isMailAddress(text: string): boolean {
  return /^[^\s@,;<>"]+@[^\s@,;<>"]+\.[^\s@,;<>"]+$/.test(text);
}
