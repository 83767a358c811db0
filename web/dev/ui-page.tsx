import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { usePageTitle } from '../lib/use-page-title.ts';
import { Badge } from '../ui/badge.tsx';
import { Button, type ButtonVariant, IconButton, LinkButton } from '../ui/button.tsx';
import { Chip } from '../ui/chip.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { Facts } from '../ui/facts.tsx';
import { FormButtons } from '../ui/form-buttons.tsx';
import { Kbd } from '../ui/kbd.tsx';
import { ConfirmDialog } from '../ui/overlays/confirm-dialog.tsx';
import { Dialog, Sheet } from '../ui/overlays/dialog.tsx';
import { FormDialog } from '../ui/overlays/form-dialog.tsx';
import { showToast } from '../ui/overlays/toast.tsx';
import { Tooltip } from '../ui/overlays/tooltip.tsx';
import { Brand } from '../ui/page/brand.tsx';
import { Loading } from '../ui/page/loading.tsx';
import { PageHeader } from '../ui/page/page-header.tsx';
import { Panel, Section } from '../ui/page/panel.tsx';
import { ThemeMenu } from '../ui/page/theme-menu.tsx';
import { Quote } from '../ui/quote.tsx';
import { StatusBadge, TypeChip } from '../ui/sale/sale-badges.tsx';
import { NatureLabel, PriceText } from '../ui/sale/sale-text.tsx';
import { SpreadGlyph } from '../ui/sale/spread-glyph.tsx';
import { Sprite } from '../ui/sale/sprite.tsx';
import { Segmented } from '../ui/segmented.tsx';
import { ShowMore } from '../ui/show-more.tsx';
import { EmptyState } from '../ui/states/empty-state.tsx';
import { NotLoaded } from '../ui/states/late-part.tsx';
import { ProgressBar } from '../ui/states/progress-bar.tsx';
import { ErrorState, QueryError, QueryPlaceholder, Skeleton } from '../ui/states/states.tsx';
import { Freshness } from '../ui/tables/freshness.tsx';
import { IgnoredFilters } from '../ui/tables/ignored-filters.tsx';
import { type Tab, Tabs } from '../ui/tabs.tsx';
import { DateText } from '../ui/time/date-text.tsx';
import { MomentText } from '../ui/time/moment-text.tsx';
import { FieldSpecimens } from './field-specimens.tsx';
import { Specimen } from './specimen.tsx';
import { TableSpecimens } from './table-specimens.tsx';

const VARIANTS: readonly ButtonVariant[] = ['primary', 'secondary', 'quiet', 'danger'];
const MOMENT = '2026-03-12T14:05:00.000Z';
const FAILED_QUERY = { error: null, isFetching: false, refetch: async () => null };
const SPREAD = { hp: 31, atk: 31, def: 4, spatk: 0, spdef: null, speed: 31 };

function Buttons() {
  return (
    <Specimen name="Button, LinkButton, IconButton, CopyButton, ShowMore, FormButtons">
      {VARIANTS.map((variant) => (
        <Button key={variant} variant={variant}>
          {variant}
        </Button>
      ))}
      <Button pending>Pending</Button>
      <Button disabled>Disabled</Button>
      <Button icon={Pencil}>With an icon</Button>
      <LinkButton href="/dev/ui">A link</LinkButton>
      <IconButton label="Delete" icon={Trash2} size="sm" />
      <IconButton label="Delete (disabled)" disabled icon={Trash2} size="sm" />
      <CopyButton text="Some text" label="Copy the text" />
      <ShowMore onShow={() => undefined}>Show 3 more</ShowMore>
      <FormButtons form="none" label="Save" pending={false} onCancel={() => undefined} />
    </Specimen>
  );
}

function Labels() {
  return (
    <Specimen name="Brand, Badge, StatusBadge, TypeChip, Chip, Kbd, Quote, Tooltip">
      <Brand />
      <Badge>neutral</Badge>
      <Badge tone="accent">accent</Badge>
      <StatusBadge status="approved" />
      <StatusBadge status="rejected" />
      <StatusBadge status="pending" />
      <TypeChip type="Fire" power={70} />
      <Chip removeLabel="Remove filter: Nature Adamant" onRemove={() => undefined}>
        Nature Adamant
      </Chip>
      <Kbd>a</Kbd>
      <Quote>It was sold for 2m.</Quote>
      <Tooltip content="More about it">
        <span>Hover or focus</span>
      </Tooltip>
    </Specimen>
  );
}

function SaleTexts() {
  return (
    <Specimen name="PriceText, DateText, MomentText, NatureLabel, SpreadGlyph, Sprite">
      <PriceText price={1_500_000} />
      <PriceText price={1_500_000} size="lg" />
      <DateText iso="2026-03-12" />
      <MomentText iso={MOMENT} />
      <NatureLabel nature="Adamant" />
      <NatureLabel nature="Hardy" />
      <SpreadGlyph spread={SPREAD} />
      <SpreadGlyph spread={SPREAD} numbers="inline" />
      <Sprite sources={[]} name="Garchomp" size={40} describes />
    </Specimen>
  );
}

type DialogKind = 'dialog' | 'form' | 'sheet' | 'confirm';

function Dialogs() {
  const [open, setOpen] = useState<DialogKind | null>(null);
  const close = () => setOpen(null);
  return (
    <Specimen name="Dialog, FormDialog, Sheet, ConfirmDialog, Toast">
      <Button onClick={() => setOpen('dialog')}>Dialog</Button>
      <Button onClick={() => setOpen('form')}>Form</Button>
      <Button onClick={() => setOpen('sheet')}>Sheet</Button>
      <Button onClick={() => setOpen('confirm')}>Confirm</Button>
      <Button onClick={() => showToast('A note.')}>Note</Button>
      <Button onClick={() => showToast('It worked.', { tone: 'success' })}>Success</Button>
      <Button
        onClick={() =>
          showToast('It failed.', { tone: 'alert', action: { label: 'Undo', onClick: () => undefined } })
        }
      >
        Alert with an action
      </Button>
      <Dialog
        open={open === 'dialog'}
        onClose={close}
        title="A dialog"
        description="With a description."
        footer={<Button onClick={close}>Close</Button>}
      >
        <p>Its body.</p>
      </Dialog>
      <FormDialog open={open === 'form'} onClose={close} title="A form" submitLabel="Save" onSubmit={close}>
        <p>Its fields.</p>
      </FormDialog>
      <Sheet open={open === 'sheet'} onClose={close} title="A sheet" width="sm">
        <p>Its body.</p>
      </Sheet>
      <ConfirmDialog
        open={open === 'confirm'}
        onClose={close}
        title="Delete the sample?"
        confirmLabel="Delete"
        danger
        onConfirm={() => Promise.reject()}
        failureText={() => 'Failed to delete the sample. Please try again.'}
      >
        <p>It cannot be restored.</p>
      </ConfirmDialog>
    </Specimen>
  );
}

function States() {
  return (
    <Specimen name="EmptyState, ErrorState, QueryError, QueryPlaceholder, NotLoaded, Skeleton, Freshness, IgnoredFilters, ProgressBar, Loading">
      <EmptyState title="Nothing here" action={<Button>Do something</Button>}>
        What to do about it.
      </EmptyState>
      <ErrorState message="Failed to load the samples" onRetry={() => undefined} />
      <ErrorState banner message="Failed to load the samples" onRetry={() => undefined} retrying />
      <QueryError query={FAILED_QUERY} message="Failed to load the sales" />
      <QueryPlaceholder query={FAILED_QUERY} className="h-4 w-32" />
      <NotLoaded onRetry={() => {}} />
      <Skeleton className="h-4 w-32" />
      <Freshness stale fetching={false} />
      <Freshness stale fetching />
      <IgnoredFilters ignored={[['nature', 'happy']]} />
      <div className="w-40">
        <ProgressBar label="Samples" value={3} max={10} text="3 of 10 samples" />
      </div>
      <Loading />
    </Specimen>
  );
}

type TabName = 'first' | 'second';
const TABS: readonly Tab<TabName>[] = [
  { value: 'first', label: 'First' },
  { value: 'second', label: 'Second', count: 12 },
];

function TabSpecimens() {
  const [panel, setPanel] = useState<TabName>('first');
  const chosen = { tabs: TABS, value: panel, onValueChange: setPanel };
  return (
    <Specimen name="Tabs, Segmented">
      <div>
        <Tabs label="As a line" {...chosen}>
          The {panel} panel.
        </Tabs>
      </div>
      <div>
        <Tabs label="As pills" look="pills" {...chosen}>
          The {panel} panel.
        </Tabs>
      </div>
      <Segmented label="A choice" {...chosen} />
    </Specimen>
  );
}

function Panels() {
  return (
    <Specimen name="Panel, Section, Facts">
      <Panel>
        <Section title="A section" about="What it is about.">
          <Facts
            facts={[
              { label: 'Label', value: 'Value' },
              { label: 'Wide', value: 'A whole line', wide: true },
            ]}
          />
        </Section>
        <Section title="Another section" about="What that is about.">
          <p>Its body.</p>
        </Section>
      </Panel>
    </Specimen>
  );
}

/** Every primitive of `web/ui` in its states, except the frames of whole pages, at `/dev/ui` of the development server. */
export default function UiPage() {
  usePageTitle('UI');
  return (
    <main className="mx-auto max-w-6xl space-y-4 p-4">
      <PageHeader title="Primitives">The components of web/ui in their states.</PageHeader>
      <ThemeMenu />
      <Buttons />
      <Labels />
      <SaleTexts />
      <FieldSpecimens />
      <TabSpecimens />
      <Dialogs />
      <States />
      <Panels />
      <TableSpecimens />
    </main>
  );
}
