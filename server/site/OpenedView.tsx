import { createContext, type ReactNode, useContext } from 'react';

const ViewContext = createContext<ReactNode>(null);

/** Gives the matched route's element the page that was opened for this request. */
export const ViewProvider = ViewContext.Provider;

/** The element of every route: the view of the opened page. */
export function OpenedView() {
  return useContext(ViewContext);
}
