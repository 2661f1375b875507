import { NativeSelect, Radio, Stack, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useEffect, useState } from 'react';
import { failureText, isApiError, type Location, useSetDayStartMutation } from '@/api';
import { Card } from '@/components/data-list';
import { DateField } from '@/components/form/DateField';
import formClasses from '@/components/form/Form.module.css';
import { FormError } from '@/components/form/FormError';
import { RadioChoice } from '@/components/form/RadioChoice';
import { SubmitBar } from '@/components/form/SubmitBar';
import { showToast } from '@/components/toast/toast';
import { dayStartChoices, formatDay, formatDayStart, formatWeekday } from '@/lib/dates';
import { messages } from '@/lib/messages';
import { fieldMessage } from '@/lib/validation/fieldMessage';
import { useOneAtATime } from '@/state/useOneAtATime';
import classes from './BusinessDay.module.css';
import {
  changesNothing,
  type DayStartValues,
  latestDate,
  plannedFrom,
  problemsOf,
  reachesBack,
  requestOf,
  tomorrowOf,
  valuesOf,
} from './dayStartForm';

const words = messages.businessDay;

/** The form's field of a refused one, and its label. */
const fields: Readonly<Record<string, { name: keyof DayStartValues; label: string }>> = {
  dayStart: { name: 'dayStart', label: words.start },
  startDate: { name: 'date', label: words.firstDay },
};

interface DayStartFormProps {
  location: Location;
  /** Called with whether there are unsaved changes. */
  setUnsaved: (unsaved: boolean) => void;
  onSaved: () => void;
}

/** Changes when the business days of a location begin. */
export function DayStartForm({ location, setUnsaved, onSaved }: DayStartFormProps) {
  const { posID, businessDate: today } = location;
  const [set, { isLoading }] = useSetDayStartMutation();
  const [failure, setFailure] = useState<string | null>(null);
  const oneAtATime = useOneAtATime();
  const form = useForm<DayStartValues>({
    initialValues: valuesOf(location),
    validate: (values) => problemsOf(values, today),
  });
  const { values } = form;
  const dirty = form.isDirty();
  useEffect(() => {
    setUnsaved(dirty);
    return () => setUnsaved(false);
  }, [setUnsaved, dirty]);

  const save = async () => {
    setFailure(null);
    try {
      await set({ setDayStartRequest: { posID, ...requestOf(values) } }).unwrap();
      form.resetDirty();
      showToast({ severity: 'success', detail: words.saved, key: 'business-day' });
      onSaved();
    } catch (error) {
      const refusal = isApiError(error) && error.status === 400 ? error : undefined;
      const field = fields[refusal?.field ?? ''];
      if (field === undefined) {
        setFailure(failureText(error, words.saveFailed));
      } else {
        const text = fieldMessage(field.label, refusal?.message ?? '');
        form.setFieldError(field.name, text || words.saveFailed);
      }
    }
  };

  return (
    <Card label={words.form}>
      <form
        className={`${formClasses.form} ${classes.form}`}
        noValidate
        onSubmit={form.onSubmit(() => void oneAtATime(save))}
      >
        <Title order={2} fz="md">
          {words.form}
        </Title>
        <FormError text={failure} />
        <NativeSelect
          label={words.start}
          description={
            values.dayStart === '00:00'
              ? words.midnight
              : words.counts(formatDayStart(values.dayStart))
          }
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          data={dayStartChoices}
          {...form.getInputProps('dayStart')}
        />
        <Radio.Group
          label={words.from}
          classNames={{ label: classes.groupLabel }}
          {...form.getInputProps('from')}
        >
          <Stack gap={0}>
            <RadioChoice
              value="tomorrow"
              label={words.tomorrow}
              detail={formatWeekday(tomorrowOf(location))}
            />
            <RadioChoice value="date" label={words.date} />
            <RadioChoice value="all" label={words.all} />
          </Stack>
        </Radio.Group>
        {values.from === 'date' && (
          <DateField
            label={words.firstDay}
            max={latestDate(today)}
            {...form.getInputProps('date')}
          />
        )}
        <Notes values={values} location={location} />
        <SubmitBar
          label={words.save}
          busy={isLoading}
          disabled={changesNothing(values, location)}
        />
      </form>
    </Card>
  );
}

/** What saving would do besides. */
function Notes({ values, location }: { values: DayStartValues; location: Location }) {
  const planned = plannedFrom(values, location);
  return (
    <div className={classes.notes} role="status">
      {reachesBack(values, location.businessDate) && <p>{words.past}</p>}
      {planned !== null && <p>{words.replaces(formatDay(planned))}</p>}
    </div>
  );
}
