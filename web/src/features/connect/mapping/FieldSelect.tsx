import type { ImportField } from '@/api/connect';
import { SearchSelect } from '@/components/form/SearchSelect';
import { messages } from '@/lib/messages';
import { fieldText } from './mappingForm';

const words = messages.importMapping;

interface FieldSelectProps {
  label: string;
  fields: readonly ImportField[];
  /** Empty: for nothing. */
  value: string;
  onChange: (field: string) => void;
  error?: string | undefined;
  description?: string | undefined;
}

/** What a column means, by the descriptions of fields; it is searched by typing. */
export function FieldSelect({ fields, value, onChange, ...rest }: FieldSelectProps) {
  const data = fields.map(({ field, description }) => ({ value: field, label: description }));
  // A known layout has columns for types of payment, which nobody else can name.
  const further = value !== '' && !fields.some(({ field }) => field === value);
  return (
    <SearchSelect
      data={further ? [{ value, label: fieldText(value, fields) }, ...data] : data}
      value={value === '' ? null : value}
      onChange={(chosen) => onChange(chosen ?? '')}
      placeholder={words.none}
      clearable
      clearButtonProps={{ 'aria-label': words.none }}
      nothingFoundMessage={words.noMatch}
      {...rest}
    />
  );
}
