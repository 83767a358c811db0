import { useRef, useState } from 'react';
import type { LogEntry } from '../../../../src/contract/admin/logs.ts';
import { trpc } from '../../../lib/server/trpc.ts';
import { Sheet } from '../../../ui/overlays/dialog.tsx';
import { QueryPlaceholder } from '../../../ui/states/query-error.tsx';
import { LogLine } from './logs-line.tsx';

interface LogContextProps {
  line: LogEntry;
  open: boolean;
  onClose: () => void;
}

/** The lines of all categories around one line, in order. */
export function LogContext({ line, open, onClose }: LogContextProps) {
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title="In context"
      description="Lines of all categories around the marked one, oldest first"
      width="lg"
      full
    >
      <Around id={line.id} />
    </Sheet>
  );
}

function Around({ id }: { id: string }) {
  const query = trpc.logs.context.useQuery({ id });
  const { data } = query;
  const [openLine, setOpenLine] = useState<string | null>(id);
  const scrolled = useRef(false);

  if (!data)
    return <QueryPlaceholder query={query} message="Failed to load the lines around it" className="h-96" />;
  return (
    <ol
      ref={(list) => {
        if (!list || scrolled.current) return;
        scrolled.current = true;
        list.querySelector('[aria-current]')?.scrollIntoView({ block: 'center' });
      }}
      aria-label="Lines around it"
      className="-mx-5 border-y border-line"
    >
      {data.logs.map((one) => (
        <LogLine
          key={one.id}
          line={one}
          marked={one.id === id}
          withCategory
          open={one.id === openLine}
          onToggle={(toggled) => setOpenLine(toggled === openLine ? null : toggled)}
        />
      ))}
    </ol>
  );
}
