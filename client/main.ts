import { startIslands } from './islandLoader.ts';
import { revealLateNotices } from './lateNotices.ts';
import { markScrolled } from './scrolledHeader.ts';
import { followOtherTabs } from './themeFollower.ts';

// The one entry of the browser side. It holds no React: that comes with the first island that is touched.
startIslands();
revealLateNotices();
followOtherTabs();
markScrolled();
