import { followDocument } from './documentEnd.ts';
import { takeIslands } from './islandLoader.ts';
import { revealLateNotices } from './lateNotices.ts';
import { closeOnReturn } from './returningPage.ts';
import { markScrolled } from './scrolledHeader.ts';
import { followOtherTabs } from './themeFollower.ts';

// The one entry of the browser side. It holds no React: that comes with the first island that is touched.
followDocument(takeIslands, revealLateNotices);
followOtherTabs();
markScrolled();
closeOnReturn();
