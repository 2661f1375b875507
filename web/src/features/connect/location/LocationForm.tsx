import { NativeSelect, type OptionsFilter, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMemo, useState } from 'react';
import { failureText, isApiError } from '@/api';
import { Card } from '@/components/data-list';
import formClasses from '@/components/form/Form.module.css';
import { FormError } from '@/components/form/FormError';
import { SearchSelect } from '@/components/form/SearchSelect';
import { SubmitBar } from '@/components/form/SubmitBar';
import { showToast } from '@/components/toast/toast';
import { dayStartChoices, formatDayStart } from '@/lib/dates';
import { messages } from '@/lib/messages';
import { fieldMessage } from '@/lib/validation/fieldMessage';
import { useSelectedLocation } from '@/state/hooks';
import { useOneAtATime } from '@/state/useOneAtATime';
import page from '../Connect.module.css';
import classes from './LocationForm.module.css';
import { useCreateLocation } from './useCreateLocation';
import { deviceZone, matchesZone, zonesOf } from './zones';

const words = messages.newLocation;
const LONGEST_NAME = 200;
/** Options that the list draws at once. */
const MOST_OPTIONS = 50;
interface Values {
  name: string;
  timeZone: string;
  /** `HH:MM`. */
  dayStart: string;
}

function checkName(name: string): string | null {
  if (name.trim() === '') return words.nameRequired;
  return [...name.trim()].length > LONGEST_NAME ? words.nameLong : null;
}

const labels: Readonly<Record<keyof Values, string>> = {
  name: words.name,
  timeZone: words.zone,
  dayStart: words.start,
};

const filterZones: OptionsFilter = ({ options, search, limit }) =>
  options
    .filter((option) => 'label' in option && matchesZone(option.label, search))
    .slice(0, limit);

/** Makes the first location of a person: its sales need one. */
export function LocationForm() {
  const { create, busy } = useCreateLocation();
  const { select } = useSelectedLocation('general');
  const [failure, setFailure] = useState<string | null>(null);
  const oneAtATime = useOneAtATime();
  const own = useMemo(deviceZone, []);
  const zones = useMemo(() => zonesOf(own), [own]);
  const form = useForm<Values>({
    initialValues: { name: '', timeZone: own, dayStart: '04:00' },
    validateInputOnBlur: true,
    validate: {
      name: checkName,
      timeZone: (zone) => (zone === '' ? words.zoneRequired : null),
    },
  });
  const { dayStart } = form.values;

  const save = async (values: Values) => {
    setFailure(null);
    try {
      const { posID } = await create({ ...values, name: values.name.trim() });
      select(posID);
      showToast({ severity: 'success', detail: words.created });
    } catch (error) {
      const refusal = isApiError(error) && error.status === 400 ? error : undefined;
      const field = refusal?.field as keyof Values | undefined;
      if (refusal === undefined || field === undefined || !(field in labels)) {
        setFailure(failureText(error, words.failed));
      } else {
        form.setFieldError(field, fieldMessage(labels[field], refusal.message) || words.failed);
      }
    }
  };

  return (
    <Card label={words.title}>
      <form
        className={`${formClasses.form} ${classes.form}`}
        noValidate
        onSubmit={form.onSubmit((values) => void oneAtATime(() => save(values)))}
      >
        <div>
          <h2 className={page.title}>{words.title}</h2>
          <p className={page.hint}>{words.sentence}</p>
        </div>
        <FormError text={failure} />
        <TextInput label={words.name} autoComplete="organization" {...form.getInputProps('name')} />
        <SearchSelect
          label={words.zone}
          description={words.zoneHint}
          data={zones}
          allowDeselect={false}
          filter={filterZones}
          limit={MOST_OPTIONS}
          nothingFoundMessage={words.noZone}
          {...form.getInputProps('timeZone')}
        />
        <NativeSelect
          label={words.start}
          description={
            dayStart === '00:00'
              ? messages.businessDay.midnight
              : messages.businessDay.counts(formatDayStart(dayStart))
          }
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          data={dayStartChoices}
          {...form.getInputProps('dayStart')}
        />
        <SubmitBar label={words.create} busy={busy} />
      </form>
    </Card>
  );
}
