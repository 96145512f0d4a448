import { jsonOf } from '../../shared/jsonOf.ts';
import { type CollectionName, collectionNames } from '../content/collections/collections.ts';

/**
 * The collections that a Flow's body names, in the forms that a content service really sends: an object; one JSON
 * string that holds one, and is no JSON inside where a template had an absent value (`undefined`); a whole event,
 * cut off. Null where none can be made out; none where only a system collection is named that feeds no page. Never
 * fails.
 */
export function collectionsNamed(body: string): readonly CollectionName[] | null {
  const outer = jsonOf(body);
  const text = typeof outer === 'string' ? outer : body;
  const parsed = typeof outer === 'string' ? jsonOf(outer) : outer;
  const names = namesIn(parsed) ?? namesInText(text);
  if (names.length > 0 && names.every((name) => isForeign(name))) return [];
  const named = collectionNames.filter((collection) => names.includes(collection));
  return named.length > 0 ? named : null;
}

/** The collections of an object; null: it is no object, or names none. */
function namesIn(parsed: unknown): readonly string[] | null {
  if (typeof parsed !== 'object' || parsed === null || !('collection' in parsed)) return null;
  return typeof parsed.collection === 'string' ? [parsed.collection] : null;
}

/** Every name that may be meant: one too many costs a fetch, one too few hides an edit. */
function namesInText(text: string): readonly string[] {
  const collections = [...text.matchAll(/"collection"\s*:\s*"(\w{1,64})"/g)];
  const events = [...text.matchAll(/"event"\s*:\s*"(\w{1,64})\.(?:items\.)?\w+"/g)];
  return [...collections, ...events].map(([, name = '']) => {
    // Events of Directus's own collections are named without its prefix: `files.upload`.
    const own = `directus_${name}`;
    return isDeclared(own) ? own : name;
  });
}

function isForeign(name: string): boolean {
  return name.startsWith('directus_') && !isDeclared(name);
}

const isDeclared = (name: string): boolean => collectionNames.some((declared) => declared === name);
