import { type HeldField, sortOf, specialOf } from './heldSchema.ts';
import type { Data, FieldPlan } from './wanted.ts';

/** How the form of a collection that exists gets what it lacks. */
interface FormChanges {
  /** Settings of fields that it has. */
  readonly changes: readonly { readonly field: string; readonly meta: Data }[];
  /** The fields that it lacks, each with its place in the form; groups come last. */
  readonly added: readonly FieldPlan[];
}

const isGroup = (field: Pick<HeldField, 'meta'>) => specialOf(field).includes('group');
const groupOf = (field: Pick<HeldField, 'meta'>) =>
  typeof field.meta?.group === 'string' ? field.meta.group : null;

/**
 * Completes a form. The fields that it has keep their order; a missing one follows the one that comes before it in the
 * plan. Where the plan has a group that the form lacks, the group takes in its fields, unless somebody has put them
 * into another one, and is left out if none remains. A column for which nobody has chosen any settings gets ours.
 *
 * @param held the fields of the form in their order
 */
export function arrangeForm(planned: readonly FieldPlan[], held: readonly HeldField[]): FormChanges {
  const heldByName = new Map(held.map((field) => [field.field, field]));
  const plans = new Map(planned.map((plan) => [plan.field, plan]));
  const groups = planned.filter(isGroup);
  const newGroups = new Set(groups.filter(({ field }) => !heldByName.has(field)).map(({ field }) => field));
  /** Nobody has seen our form of it yet, and so nobody has removed a condition from it. */
  const isFirst = groups.length > 0 && newGroups.size === groups.length;

  const groupAfter = (name: string): string | null => {
    const [before, plan] = [heldByName.get(name), plans.get(name)];
    const ours = plan ? groupOf(plan) : null;
    if (!before) return ours;
    return groupOf(before) ?? (ours !== null && newGroups.has(ours) ? ours : null);
  };
  const filled = new Set(
    planned.filter(({ meta }) => !isGroup({ meta })).map(({ field }) => groupAfter(field)),
  );
  const missing = planned.filter(
    (plan) => !heldByName.has(plan.field) && (!isGroup(plan) || filled.has(plan.field)),
  );
  const all = [...held.map(({ field }) => field), ...missing.map(({ field }) => field)];
  const places = new Map<string, number>();
  for (const [group, members] of Map.groupBy(all, groupAfter)) {
    const staying = members.filter((name) => {
      const before = heldByName.get(name);
      // A column without settings has no place yet.
      return before && groupOf(before) === group && !(before.meta === null && plans.has(name));
    });
    if (staying.length < members.length)
      numberMembers(orderMembers(staying, members, planned), heldByName).forEach((place, name) => {
        places.set(name, place);
      });
  }
  const changes = held.flatMap((field) => {
    const meta = changesOf(field, plans.get(field.field), {
      group: groupAfter(field.field),
      place: places.get(field.field) ?? sortOf(field),
      isFirst,
    });
    return Object.keys(meta).length === 0 ? [] : [{ field: field.field, meta }];
  });
  const added = missing
    .map((plan) => ({
      ...plan,
      meta: { ...plan.meta, group: groupAfter(plan.field), sort: places.get(plan.field) },
    }))
    .sort((a, b) => Number(isGroup(a)) - Number(isGroup(b)));
  return { changes, added };
}

/** The members of a group in order: those that stay as they are, and the others each behind its predecessor. */
function orderMembers(
  staying: readonly string[],
  members: readonly string[],
  planned: readonly FieldPlan[],
): readonly string[] {
  const order = [...staying];
  const names = planned.map(({ field }) => field);
  for (const [at, name] of names.entries()) {
    if (order.includes(name) || !members.includes(name)) continue;
    const before = names.slice(0, at).findLast((each) => order.includes(each));
    order.splice(before === undefined ? 0 : order.indexOf(before) + 1, 0, name);
  }
  return order;
}

/** Numbers fields in their order, and keeps the numbers that are right already. */
function numberMembers(order: readonly string[], held: ReadonlyMap<string, HeldField>) {
  let last = 0;
  return new Map(
    order.map((name) => {
      const before = held.get(name);
      const sort = before ? sortOf(before) : 0;
      last = sort > last && sort < Number.MAX_SAFE_INTEGER ? sort : last + 1;
      return [name, last];
    }),
  );
}

/** What changes in the settings of a field that is there. */
function changesOf(
  held: HeldField,
  plan: FieldPlan | undefined,
  {
    group,
    place,
    isFirst,
  }: { readonly group: string | null; readonly place: number; readonly isFirst: boolean },
): Data {
  const moved = {
    ...(group === groupOf(held) ? {} : { group }),
    ...(place === sortOf(held) ? {} : { sort: place }),
  };
  if (!plan) return moved;
  // Relations are more than settings, and a column of another type would not fit the input.
  const isPlain = specialOf(plan).every((special) => special.startsWith('cast-'));
  if (held.meta === null && isPlain && plan.type === held.type) return { ...plan.meta, group, ...moved };
  const { conditions } = plan.meta;
  return isFirst && conditions && !held.meta?.conditions ? { ...moved, conditions } : moved;
}
