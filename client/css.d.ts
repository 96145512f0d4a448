/** The text of a stylesheet that a script imports; see `scripts/build/browserFiles.mjs`. */
declare module '*.css' {
  const text: string;
  export default text;
}
