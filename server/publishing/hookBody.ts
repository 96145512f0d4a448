import { jsonOf } from '../../shared/jsonOf.ts';
import { type CollectionName, collectionNames } from '../content/collections/collections.ts';
import { files } from '../content/collections/files.ts';

/**
 * The collections that a Flow's body speaks of, as a content service really sends it: an object; one JSON
 * string that holds one, and is no JSON inside where a template had an absent value (`undefined`); a whole
 * event, cut off. Where nothing can be made out it may be any of them, hence all; none where a collection of
 * the system is named that feeds no page. Never fails.
 */
export function collectionsNamed(body: string): readonly CollectionName[] {
  const outer = jsonOf(body);
  const text = typeof outer === 'string' ? outer : body;
  const told = typeof outer === 'string' ? jsonOf(outer) : outer;
  const names = namesIn(told) ?? namesInText(text);
  if (names.length > 0 && names.every((name) => isForeign(name))) return [];
  const named = collectionNames.filter((collection) => names.includes(collection));
  return named.length > 0 ? named : collectionNames;
}

/** What an object says; null: it is none, or says nothing. */
function namesIn(told: unknown): readonly string[] | null {
  if (typeof told !== 'object' || told === null || !('collection' in told)) return null;
  return typeof told.collection === 'string' ? [told.collection] : null;
}

/** Every name that may be meant: one too many costs a fetch, one too few hides an edit. */
function namesInText(text: string): readonly string[] {
  const collections = [...text.matchAll(/"collection"\s*:\s*"(\w{1,64})"/g)];
  const events = [...text.matchAll(/"event"\s*:\s*"(\w{1,64})\.(?:items\.)?\w+"/g)];
  return [...collections, ...events].map(([, name = '']) => (name === 'files' ? files.name : name));
}

function isForeign(name: string): boolean {
  return name.startsWith('directus_') && name !== files.name;
}
