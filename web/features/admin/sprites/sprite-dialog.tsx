import { useEffect } from 'react';
import { type UseFormReturn, useController, useWatch } from 'react-hook-form';
import { z } from 'zod';
import { type SpriteEntry, zCreateSprite } from '../../../../src/contract/admin/admin.ts';
import { directImageLink } from '../../../../src/contract/sale/image-links.ts';
import { LIMITS } from '../../../../src/contract/shared/limits.ts';
import { MESSAGES } from '../../../../src/contract/shared/messages.ts';
import { bound, fieldErrorsOf, registered, setFieldErrors, useSchemaForm } from '../../../lib/forms.ts';
import { refusalText } from '../../../lib/server/errors.ts';
import { trpc } from '../../../lib/server/trpc.ts';
import { unlessGone } from '../../../lib/server/write-outcome.ts';
import { TYPING_PAUSE_MS } from '../../../lib/timings.ts';
import { NameCombobox } from '../../../sales/fields/name-combobox.tsx';
import { useSpecies } from '../../../sales/fields/use-species.ts';
import { NumberField } from '../../../ui/fields/number-field.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { useDebounced } from '../../../ui/hooks/use-debounced.ts';
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx';
import { LeaveGuard } from '../../../ui/overlays/leave-guard.tsx';
import { showToast } from '../../../ui/overlays/toast.tsx';
import type { DialogState } from '../../../ui/overlays/use-dialog.ts';
import { Sprite } from '../../../ui/sale/sprite.tsx';
import { GainedForm, LostForm } from './form-changes.tsx';

/** Names a picture: `the Shiny sprite of Garchomp`. */
export const spriteName = ({ pokemon_name, variant }: SpriteEntry): string =>
  `the ${variant} sprite of ${pokemon_name}`;

/** The fields of a sprite that a form sends. */
type SpriteFields = Omit<SpriteEntry, 'id'>;

const SPRITE_FIELDS = ['pokemon_id', 'pokemon_name', 'variant', 'imgur_url'] as const;

/** What an admin can do with sprites. Each reloads what shows them, and throws the server's error. */
export function useSpriteActions() {
  const { client, admin, pokemon, reviews, catalogue } = trpc.useUtils();

  const reload = () => {
    for (const router of [admin, pokemon, reviews, catalogue]) void router.invalidate();
  };

  return {
    create: (fields: SpriteFields) => client.admin.createSprite.mutate(fields).finally(reload),
    /** Sends only what was changed: the rest may have been changed by another admin. */
    edit: (before: SpriteEntry, fields: SpriteFields) => {
      const changed = SPRITE_FIELDS.filter((field) => fields[field] !== before[field]);
      const change: Partial<SpriteFields> = Object.fromEntries(
        changed.map((field) => [field, fields[field]]),
      );
      return client.admin.editSprite.mutate({ ...change, id: before.id }).finally(reload);
    },
    delete: ({ id }: SpriteEntry) => unlessGone(client.admin.deleteSprite.mutate({ id })).finally(reload),
  };
}

/** A sprite in its form, complete or not. */
interface SpriteDraft extends Omit<SpriteFields, 'pokemon_id'> {
  pokemon_id: number | null;
}

const EMPTY: SpriteDraft = { pokemon_id: null, pokemon_name: '', variant: '', imgur_url: '' };

const zSpriteForm = z.object({
  ...zCreateSprite.shape,
  pokemon_id: z
    .number({ error: 'Pokemon number is required' })
    .nullable()
    .refine((id) => id !== null, { error: 'Pokemon number is required' }),
});

const spriteDraft = ({ id: _, ...draft }: SpriteEntry): SpriteDraft => draft;

interface SpriteDialogProps extends DialogState {
  /** The sprite to edit; null for a new one. */
  sprite: SpriteEntry | null;
}

export function SpriteDialog({ sprite, open, onClose }: SpriteDialogProps) {
  const actions = useSpriteActions();
  const form = useSchemaForm(zSpriteForm, sprite ? spriteDraft(sprite) : EMPTY);
  const [pokemon_name, variant] = useWatch({ control: form.control, name: ['pokemon_name', 'variant'] });

  async function save({ pokemon_id, ...fields }: z.output<typeof zSpriteForm>) {
    if (pokemon_id === null) return;
    if (sprite && !form.formState.isDirty) return onClose();
    try {
      const draft = { ...fields, pokemon_id };
      const saved = await (sprite ? actions.edit(sprite, draft) : actions.create(draft));
      form.reset(draft);
      onClose();
      showToast(`${sprite ? 'Saved' : 'Added'} ${spriteName(saved)}.`, { tone: 'success' });
    } catch (error) {
      const fieldErrors = fieldErrorsOf(error, SPRITE_FIELDS);
      if (!fieldErrors) throw error;
      await setFieldErrors(form, fieldErrors);
    }
  }

  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={sprite ? `Edit ${spriteName(sprite)}` : 'Add New Sprite'}
      named={sprite?.pokemon_name}
      submitLabel={sprite ? 'Save changes' : 'Add sprite'}
      onSubmit={form.handleSubmit(save)}
      failureText={(error) =>
        refusalText(error, sprite ? MESSAGES.dataSaveFailed : MESSAGES.spriteCreateFailed)
      }
    >
      <PokemonFields form={form} />
      <VariantField form={form} />
      {sprite && <LostForm sprite={sprite} next={{ pokemon_name, variant }} />}
      {!sprite && <GainedForm pokemon_name={pokemon_name} variant={variant} />}
      <LinkField form={form} />
      <LeaveGuard active={form.formState.isDirty}>The sprite is not saved.</LeaveGuard>
    </FormDialog>
  );
}

interface FieldsProps {
  form: UseFormReturn<SpriteDraft, unknown, z.output<typeof zSpriteForm>>;
}

/** The pokemon; its number follows its name. */
function PokemonFields({ form: { control, setValue } }: FieldsProps) {
  const name = useController({ control, name: 'pokemon_name' });
  const number = useController({ control, name: 'pokemon_id' });
  const { species, unknown } = useSpecies(name.field.value);
  const known = species?.pokemon_id;

  useEffect(() => {
    if (known !== undefined) setValue('pokemon_id', known, { shouldValidate: true });
  }, [known, setValue]);

  return (
    <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_9rem]">
      <NameCombobox
        {...bound(name)}
        kind="pokemon"
        label="Pokemon name"
        required
        error={name.fieldState.error?.message ?? (name.fieldState.isTouched ? unknown : null)}
      />
      <NumberField {...bound(number)} label="Pokemon number" required min={1} max={LIMITS.id.max} />
    </div>
  );
}

/** A component, so that it registers after the name: an invalid form focuses the first field that was registered. */
function VariantField({ form }: FieldsProps) {
  return (
    <TextField
      {...registered(form, 'variant')}
      label="Variant"
      required
      autoComplete="off"
      hint="Normal, Shiny, a form or a season, as in sales."
    />
  );
}

function LinkField({ form }: FieldsProps) {
  const [link, name] = useWatch({ control: form.control, name: ['imgur_url', 'pokemon_name'] });
  const direct = directImageLink(useDebounced(link, TYPING_PAUSE_MS));
  const turned = direct !== null && direct !== link.trim();
  return (
    <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_9rem]">
      <TextField
        {...registered(form, 'imgur_url')}
        label="Image link"
        required
        type="url"
        inputMode="url"
        autoComplete="off"
        placeholder="https://"
        hint={turned ? `Saved as the direct link: ${direct}` : 'On an image host, such as imgur.'}
      />
      <figure>
        <figcaption className="mb-1 text-sm font-medium text-ink-soft">Preview</figcaption>
        <Sprite
          key={direct}
          sources={direct === null ? [] : [direct]}
          name={name || '?'}
          size={96}
          describes
        />
      </figure>
    </div>
  );
}
