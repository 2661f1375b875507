import { Radio, Stack } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Import, ImportTable } from '@/api';
import type { ImportField } from '@/api/connect';
import { Card } from '@/components/data-list';
import { FormError } from '@/components/form/FormError';
import { RadioChoice } from '@/components/form/RadioChoice';
import { SubmitBar } from '@/components/form/SubmitBar';
import { showToast } from '@/components/toast/toast';
import { messages } from '@/lib/messages';
import { formatCount } from '@/lib/numbers';
import page from '../Connect.module.css';
import { tableText } from '../found/foundWords';
import question from '../questions/QuestionCard.module.css';
import { useImportSteps } from '../useImportSteps';
import { refusalText } from '../words';
import { FieldSelect } from './FieldSelect';
import { FixedFields } from './FixedFields';
import classes from './Mapping.module.css';
import {
  hasProblems,
  joinedText,
  type MappingValues,
  problemsOf,
  requestOf,
  rowKinds,
  valuesOf,
} from './mappingForm';
import { RuleFields } from './RuleFields';

const words = messages.importMapping;

interface MappingFormProps {
  import: Import;
  table: ImportTable;
  fields: readonly ImportField[];
  setUnsaved: (unsaved: boolean) => void;
}

/** Says what the columns of a table mean. */
export function MappingForm({ import: of, table, fields, setUnsaved }: MappingFormProps) {
  const navigate = useNavigate();
  const { say, busy } = useImportSteps(of);
  const [values, setValues] = useState<MappingValues>(() => valuesOf(table, of.rules));
  const [changed, setChanged] = useState(false);
  const [asked, setAsked] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => {
    setUnsaved(changed);
    return () => setUnsaved(false);
  }, [setUnsaved, changed]);

  const problems = problemsOf(values, fields);
  const shown = asked ? problems : { columns: {}, fixed: {}, rules: {} };
  const change = (part: Partial<MappingValues>) => {
    setValues({ ...values, ...part });
    setChanged(true);
  };
  const setField = (at: number, field: string) =>
    change({ fields: values.fields.map((one, index) => (index === at ? field : one)) });

  const save = async () => {
    setAsked(true);
    if (hasProblems(problems)) return;
    setFailure(null);
    try {
      const said = await say(requestOf(table, values));
      if (!said) return;
      setUnsaved(false);
      showToast({ severity: 'success', detail: words.saved });
      void navigate(`/admin-configuration/imports/${encodeURIComponent(of.importID)}`, {
        replace: true,
      });
    } catch (error) {
      setFailure(refusalText(error, words.failed));
    }
  };

  return (
    <form
      className={page.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <div>
        <h2 className={page.title}>{table.name}</h2>
        <p className={page.hint}>{tableText(table)}</p>
        <p className={page.text}>{words.sentence}</p>
      </div>
      <Card label={words.rowKind}>
        <Radio.Group
          label={words.rowKind}
          value={values.rowKind}
          onChange={(kind) => change({ rowKind: rowKinds.find((one) => one === kind) ?? null })}
          error={shown.rowKind}
          classNames={{ label: question.label }}
        >
          <Stack gap={0}>
            {rowKinds.map((kind) => (
              <RadioChoice key={kind} value={kind} label={words.kinds[kind]} />
            ))}
          </Stack>
        </Radio.Group>
      </Card>
      <Card label={words.columns}>
        <div className={page.head}>
          <h2 className={page.title}>{words.columns}</h2>
          <span className={page.hint}>{words.columnsOf(formatCount(table.columns.length))}</span>
        </div>
        <ul className={page.list}>
          {table.columns.map((column, at) => {
            const joined = joinedText(table.columns, values.fields, at);
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have one name.
              <li key={at} className={classes.column}>
                <FieldSelect
                  label={column}
                  fields={fields}
                  value={values.fields[at] ?? ''}
                  onChange={(field) => setField(at, field)}
                  error={shown.columns[at]}
                  description={joined === null ? undefined : words.joined(joined)}
                />
              </li>
            );
          })}
        </ul>
      </Card>
      <FixedFields
        fields={fields}
        fixed={values.fixed}
        problems={shown.fixed}
        onChange={(fixed) => change({ fixed })}
      />
      <RuleFields
        columns={table.columns}
        rules={values.rules}
        problems={shown.rules}
        onChange={(rules) => change({ rules })}
      />
      <FormError text={failure ?? (asked && hasProblems(problems) ? words.correct : null)} />
      <SubmitBar label={words.save} busy={busy === 'answer'} />
    </form>
  );
}
