import type { DialogProps } from './dialog-surface.tsx';
import { lateDialog } from './late-dialog.tsx';

type SurfaceProps = DialogProps & { shape: 'dialog' | 'sheet' };

const Surface = lateDialog<SurfaceProps>(() => import('./dialog-surface.tsx'));

/** A modal window; on phones at the bottom. Focus moves in, stays inside, and returns on close. */
export const Dialog = (props: DialogProps) => <Surface {...props} shape="dialog" />;

/** A dialog at the right edge, on phones at the bottom. For filters and details. */
export const Sheet = (props: DialogProps) => <Surface {...props} shape="sheet" />;
