import { field } from '../../shared/field.ts';

/**
 * What a token may do, as Directus answers `GET /permissions/me`: an action and a collection each, such as
 * `read enquiries`. Empty for data in any other shape.
 */
export function rightsIn(permissions: unknown): readonly string[] {
  return Object.entries(Object(permissions)).flatMap(([collection, actions]) =>
    Object.keys(Object(actions))
      .filter((action) => field(actions, action, 'access') !== 'none')
      .map((action) => `${action} ${collection}`),
  );
}
