import { definePage } from '../definePage.tsx';

export const homePage = definePage({
  styles: 'home',
  ask: ({ content }) => ({ page: content.page('home'), services: content.homeServices() }),
  own: ['page'],
  describe: () => ({ title: null, description: null, path: '/' }),
  View: () => <h1>Home</h1>,
});
