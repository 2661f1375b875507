import { Button, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import type { ImportField } from '@/api/connect';
import { IconButton } from '@/components/buttons/IconButton';
import { Card } from '@/components/data-list';
import { messages } from '@/lib/messages';
import page from '../Connect.module.css';
import { FieldSelect } from './FieldSelect';
import classes from './Mapping.module.css';
import { type Fixed, fieldText, type MappingProblems } from './mappingForm';

const words = messages.importMapping;

interface FixedFieldsProps {
  fields: readonly ImportField[];
  fixed: readonly Fixed[];
  problems: MappingProblems['fixed'];
  onChange: (fixed: Fixed[]) => void;
}

/** Values that no column has. */
export function FixedFields({ fields, fixed, problems, onChange }: FixedFieldsProps) {
  const change = (at: number, part: Partial<Fixed>) =>
    onChange(fixed.map((one, index) => (index === at ? { ...one, ...part } : one)));
  return (
    <Card label={words.fixed}>
      <h2 className={page.title}>{words.fixed}</h2>
      <p className={page.hint}>{words.fixedHint}</p>
      <ul className={page.list}>
        {fixed.map(({ field, value }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries differ by their place alone.
          <li key={at} className={classes.entry}>
            <div className={classes.fields}>
              <FieldSelect
                label={words.fixedField}
                fields={fields}
                value={field}
                onChange={(chosen) => change(at, { field: chosen })}
                error={problems[at]?.field}
              />
              <TextInput
                label={words.fixedValue}
                value={value}
                autoComplete="off"
                onChange={(event) => change(at, { value: event.currentTarget.value })}
                error={problems[at]?.value}
              />
            </div>
            <IconButton
              icon={IconTrash}
              label={words.removeFixed(fieldText(field, fields))}
              onClick={() => onChange(fixed.filter((_, index) => index !== at))}
            />
          </li>
        ))}
      </ul>
      <Button
        variant="default"
        leftSection={<IconPlus size={18} aria-hidden />}
        onClick={() => onChange([...fixed, { field: '', value: '' }])}
      >
        {words.addFixed}
      </Button>
    </Card>
  );
}
