/** One request to a content service, its target written as it is sent. */
export interface RecordedCall {
  readonly target: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

const json = { 'Content-Type': 'application/json' };
const posts = '/items/blog_posts';
const encoded = (value: unknown) => encodeURIComponent(JSON.stringify(value));
const get = (target: string): RecordedCall => ({ target, headers: json });

const isDue = {
  _and: [
    { status: { _eq: 'published' } },
    { _or: [{ published_at: { _null: true } }, { published_at: { _lte: '$NOW' } }] },
  ],
};

/** What the site asks, as the specification writes it. */
const specifiedCalls: readonly RecordedCall[] = [
  get('/items/site_settings'),
  get('/items/navigation'),
  get('/items/pages'),
  get('/items/pages?filter[slug][_eq]=str-management'),
  get(`/items/pages?filter=${encoded({ slug: { _eq: 'about' } })}&fields=id,slug,hero_image`),
  get('/items/pages?filter={"slug":{"_eq":"about"}}&fields=id,slug'),
  get('/items/pages?filter[slug]=home&fields=id'),
  get('/items/pages?filter[slug][_eq]=nope'),
  get('/items/pages/3'),
  get('/items/pages/3?fields=id,title'),
  get('/items/cta_settings'),
  get('/items/services?filter[status][_eq]=published&sort=display_order&limit=9&fields=*,thumbnail_image'),
  get('/items/services'),
  get('/items/services/8?fields=id,thumbnail_image.id,thumbnail_image.title,thumbnail_image.width'),
  get('/items/service_features?filter[service_id][_eq]=1&sort=sort'),
  get(`/items/service_features?filter=${encoded({ service_id: { _eq: '1' } })}&sort=sort`),
  get('/items/service_features'),
  get(posts),
  get(`${posts}?filter[slug][_eq]=opening-the-cabin-in-april`),
  get(`${posts}/8`),
  get('/files?fields=id,type,title,description,width,height,focal_point_x,focal_point_y&sort=id'),
  get('/files?filter[id][_in]=6d1f0a52-3c84-4b1e-9a57-0d2f7c4e8a13&fields=id,focal_point_x'),
];

const refusedCalls: readonly RecordedCall[] = [
  get('/items/pages/999'),
  get('/items/pages/abc'),
  get('/items/nope'),
  get('/items/nope/1'),
  get('/items/directus_users'),
  get('/users'),
  get('/nope'),
  get('/items/pages?fields=id,nope'),
  get(`${posts}?sort=nope`),
  get(`${posts}?filter[nope][_eq]=1`),
  get(`${posts}?filter={bad`),
  get(`${posts}?filter=undefined`),
  get(`${posts}?filter=[object%20Object]`),
  get(`${posts}?filter[status][_bogus]=1`),
  get(`${posts}?filter[status][_eq]=`),
  get(`${posts}?filter[id][_eq]=abc`),
  get(`${posts}?limit=abc`),
  get(`${posts}?limit=undefined`),
  get(`${posts}?limit=-2`),
  { target: '/items/pages/3?fields=id', headers: { Authorization: 'Bearer nonsense' } },
  get('/items/pages/3?access_token=nonsense'),
  { target: '/items/pages', method: 'POST', headers: json, body: '{"slug":"x"}' },
  { target: '/items/pages', method: 'POST', headers: json, body: '{bad' },
  { target: '/items/pages/1', method: 'DELETE', headers: json },
  get('/items/pages%2F1'),
];

const listCalls: readonly RecordedCall[] = [
  get(`${posts}?fields=id`),
  get(`${posts}?fields=id&limit=-1`),
  get(`${posts}?fields=id&limit=0`),
  get(`${posts}?fields=id&limit=`),
  get(`${posts}?fields=id&limit=110`),
  get(`${posts}?fields=id&limit=50&page=2`),
  get(`${posts}?fields=id&limit=3&page=0`),
  get(`${posts}?fields=id&limit=50&page=9`),
  get(`${posts}?fields=id&limit=5&offset=118`),
  get(`${posts}?fields=id&limit=1&meta=*`),
  get(`${posts}?fields=id&limit=500&page=1&meta=filter_count&filter[status][_eq]=published&sort=id`),
  get(`${posts}?fields=id&limit=1&meta=total_count,filter_count&filter[status][_eq]=published`),
  get(`${posts}?fields=id&limit=-1&sort=-published_at`),
  get(`${posts}?fields=id&limit=-1&sort=published_at`),
  get(`${posts}?fields=id&limit=6&sort=status,-id`),
  get(`${posts}?fields=id,status&sort=&filter=&limit=4`),
  get(`${posts}?fields[]=id&fields[]=slug&limit=2`),
  get(`${posts}?fields=&limit=1`),
  get(`${posts}?fields=id&limit=2&bogus=1`),
  get(`${posts}?fields=id&limit=-1&filter[published_at][_lte]=$NOW`),
  get(`${posts}?fields=id&limit=-1&filter=${encoded(isDue)}`),
  get(`${posts}?fields=id&filter[status][_in]=draft,archived`),
  get(`${posts}?fields=id&limit=-1&filter[status][_nin]=published`),
  get(`${posts}?fields=id&filter[title][_contains]=snow`),
  get(`${posts}?fields=id&filter[title][_icontains]=SNOW`),
  get(`${posts}?fields=id&filter[slug][_starts_with]=a-`),
  get(`${posts}?fields=id&filter[slug][_eq]=Opening-The-Cabin-In-April`),
  get(`${posts}?fields=id&limit=-1&filter[published_at][_null]=true`),
  get(`${posts}?fields=id&limit=-1&filter[excerpt][_empty]=true`),
  get(`${posts}?fields=id&limit=-1&search=snow`),
  get('/items/pages/?fields=id&limit=1'),
  { target: '/items/pages/3?fields=id', method: 'HEAD', headers: json },
  get('/items/services?fields=id&limit=-1'),
  get('/items/navigation?fields=id,parent_id.title&sort=id'),
];

/** What the site does not ask, and the edges of what it does. */
const otherCalls: readonly RecordedCall[] = [
  get(`${posts}?aggregate[count]=*&filter[status][_eq]=published`),
  get(`${posts}?aggregate[count]=id&groupBy[]=status`),
  get('/items/service_features?filter[service_id][status][_eq]=published&fields=id&limit=3'),
  get(`${posts}?filter[id][_between]=3,5&fields=id`),
  get(`${posts}?fields=id,featured_image.uploaded_by.email&limit=1`),
  get(`${posts}?fields=id,featured_image.title&limit=2`),
  get('/items/services?fields=id,thumbnail_image.nope&limit=1'),
  get('/items/services?fields=id,title.nope&limit=1'),
  get('/items/services?fields=id,thumbnail_image.folder.nope&limit=1'),
  get('/items/services?fields=id,title&sort=title&limit=5'),
  get('/items/services?fields=id&sort=-status,title&limit=-1'),
  get(`${posts}?fields=id&sort=-published_date,title&limit=-1`),
  get(`${posts}?limit=1.5`),
  get(`${posts}?limit=1&page=-1`),
  get(`${posts}?limit=1&offset=-1`),
  get(`${posts}?fields=id&limit=1&limit=2`),
  get(`${posts}?fields=id&filter={}&limit=2`),
  get(`${posts}?fields=id&filter=null&limit=2`),
  get(`${posts}?fields=id&filter=[]&limit=2`),
  get(`${posts}?fields=id&filter=${encoded({ _or: [] })}&limit=2`),
  get(`${posts}?fields=id&meta=filter_count,bogus&limit=1`),
  get(`${posts}?fields=id&limit=1&page=1&page=2`),
  get(`${posts}?fields=id&filter[title][_contains]=%25&limit=5`),
  get(`${posts}?fields=id&filter[id][_in]=1,abc`),
  get(`${posts}?fields=id&filter[published_at][_lte]=yesterday&limit=2`),
  get(`${posts}?fields=id&filter[published_date][_gte]=2026-01-01&limit=-1`),
  get(`${posts}/8?fields=nope`),
  get('/items'),
  get('/assets'),
  get('/items/services/8/more'),
  get('/files/6d1f0a52-3c84-4b1e-9a57-0d2f7c4e8a13?fields=id,title'),
  get('/files/not-a-uuid'),
  get('/files?filter[id][_in]=not-a-uuid&fields=id'),
  { target: '/items/pages', method: 'SEARCH', headers: json, body: '{"query":{"fields":["id"],"limit":1}}' },
  { target: '/items/pages', method: 'OPTIONS' },
];

const serverCalls: readonly RecordedCall[] = [
  { target: '/server/ping' },
  { target: '/server/health' },
  { target: '/robots.txt' },
  { target: '/' },
];

/** Answers that depend on who makes the pictures are compared by status, type and size. */
const pictureCalls: readonly RecordedCall[] = [
  ...['', '?width=400', '?height=300', '?width=400&height=300', '?width=400&height=300&fit=inside'],
  ...['?width=400&height=300&fit=outside&quality=50', '?width=300&format=webp', '?width=300&format=jpg'],
  ...['?quality=50', '?format=', '?fit=bogus', '?bogus=1', '?key=system-large-cover', '?format=JPG'],
  ...['?width=300&format=png', '?width=2000&withoutEnlargement=true', '/seo-name.jpg?width=50'],
  ...['?quality=0', '?quality=abc', '?width=0', '?width=-5', '?width=400.5', '?width=abc', '?key=nope'],
  ...['?width=400&fit=bogus', '?format=bogus', '?width=99999'],
].map((rest) => ({ target: `/assets/6d1f0a52-3c84-4b1e-9a57-0d2f7c4e8a13${rest}` }));

const missingPictures: readonly RecordedCall[] = [
  { target: '/assets/00000000-0000-4000-8000-000000000009' },
  { target: '/assets/not-a-uuid' },
];

/** The calls that the embedded content service and a real one are compared by. */
export const recordedCalls: readonly RecordedCall[] = [
  ...specifiedCalls,
  ...refusedCalls,
  ...listCalls,
  ...otherCalls,
  ...serverCalls,
  ...pictureCalls,
  ...missingPictures,
];
