// What every island's file brings along: one small file for each of these would cost more than it holds.
import 'react-dom';
import '../../shared/islands/withDeadline.ts';
import '../../shared/ui/Icon.tsx';
import '../../shared/ui/LinkButton.tsx';

export { hydrateIsland } from './hydrateIsland.tsx';
