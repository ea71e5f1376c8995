// Form with the number of players and the settings of the manifest. A change restarts the extension, as on the device.

import { useId } from 'preact/hooks';
import type { Manifest, Setting } from '../../../../firmware/extension-runtime/manifest.ts';
import type { SettingValue } from '../../../../firmware/extension-runtime/session.ts';
import { NumberField } from './number-field.tsx';
import { tableFor, type PreviewTable } from './table.ts';

interface SettingsProps {
  readonly manifest: Manifest | null;
  readonly table: PreviewTable;
  readonly change: (table: PreviewTable) => void;
}

export function Settings({ manifest, table, change }: SettingsProps) {
  if (!manifest) return null;
  const { players, settings } = tableFor(manifest, table);
  const { min, max } = manifest.players;
  const counts = Array.from({ length: max - min + 1 }, (_, index) => String(min + index));
  const set = (key: string, value: SettingValue): void =>
    change({ players, settings: { ...table.settings, ...settings, [key]: value } });
  return (
    <section class="preview-card">
      <h3>Settings</h3>
      <form class="preview-fields" aria-label="Settings" onSubmit={(event) => event.preventDefault()}>
        <Choice
          label="Players"
          options={counts}
          value={String(players)}
          take={(count) => change({ ...table, players: Number(count) })}
        />
        {manifest.settings.map((setting) => (
          <Field
            key={`${setting.key} ${setting.type}`}
            setting={setting}
            value={settings[setting.key] ?? setting.default}
            take={(value) => set(setting.key, value)}
          />
        ))}
      </form>
    </section>
  );
}

interface FieldProps {
  readonly setting: Setting;
  readonly value: SettingValue;
  readonly take: (value: SettingValue) => void;
}

function Field({ setting, value, take }: FieldProps) {
  const { label } = setting;
  if (setting.type === 'enum') return <Choice {...{ label, take }} options={setting.options} value={String(value)} />;
  if (setting.type === 'bool') return <Flag {...{ label, take }} value={value === true} />;
  const named = setting.unit ? `${label}, ${setting.unit}` : label;
  return <NumberField label={named} range={{ ...setting, step: 1 }} value={Number(value)} take={take} />;
}

interface ChoiceProps {
  readonly label: string;
  readonly options: readonly string[];
  readonly value: string;
  readonly take: (value: string) => void;
}

function Choice({ label, options, value, take }: ChoiceProps) {
  const id = useId();
  return (
    <div class="preview-field">
      <label for={id}>{label}</label>
      <select id={id} value={value} onChange={(event) => take(event.currentTarget.value)}>
        {options.map((option) => (
          <option key={option}>{option}</option>
        ))}
      </select>
    </div>
  );
}

function Flag({ label, value, take }: { label: string; value: boolean; take: (value: boolean) => void }) {
  return (
    <label class="preview-flag">
      <input type="checkbox" checked={value} onChange={(event) => take(event.currentTarget.checked)} />
      {label}
    </label>
  );
}
