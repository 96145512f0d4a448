import { HtmlValidate } from 'html-validate';

/** The HTML standard's rules; how a document is written rather than what it is, is left to the renderer. */
const validator = new HtmlValidate({
  extends: ['html-validate:standard', 'html-validate:a11y'],
  // A matter of taste: the container in which a wide table scrolls is a region, but no section of the text.
  // The page of a message loads itself again where there is no script: the one way that HTML has to follow it.
  rules: { 'prefer-native-element': 'off', 'meta-refresh': 'off' },
});

/** Every fault of a page, in words. */
export async function faultsOf(html: string): Promise<string[]> {
  const report = await validator.validateString(html);
  return report.results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`),
  );
}
