/** The address of the publish hook, to which the content service posts changes. */
export const hookPath = '/hooks/content';

/** The header in which a Directus Flow sends the secret: its request operation can only set fixed headers. */
export const hookSecretHeader = 'x-content-hook-secret';
