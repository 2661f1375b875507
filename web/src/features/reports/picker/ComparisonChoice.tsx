import { Radio, Stack, VisuallyHidden } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconChevronDown } from '@tabler/icons-react';
import { BottomSheet } from '@/components/sheet/BottomSheet';
import { messages } from '@/lib/messages';
import { type CompareTo, comparisonSelected } from '@/state/comparison';
import { useAppDispatch, useAppSelector } from '@/state/hooks';
import classes from './ComparisonChoice.module.css';

const words = messages.comparison;
const choices: readonly CompareTo[] = ['previous', 'sameLastYear'];

/** What a report is compared with, and the choice of it, which holds for every tab. */
export function ComparisonChoice({ against }: { against: string }) {
  const dispatch = useAppDispatch();
  const compareTo = useAppSelector(({ comparison }) => comparison.compareTo);
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <>
      <button type="button" className={classes.open} aria-haspopup="dialog" onClick={open}>
        <VisuallyHidden>{words.title}: </VisuallyHidden>
        {words.totalVs(against)}
        <IconChevronDown size={16} aria-hidden />
      </button>
      <BottomSheet opened={opened} onClose={close} title={words.title}>
        <Radio.Group
          aria-label={words.title}
          value={compareTo}
          onChange={(value) => dispatch(comparisonSelected(value as CompareTo))}
        >
          <Stack gap={0}>
            {choices.map((choice) => (
              <Radio
                key={choice}
                value={choice}
                // The chosen one too: it changes nothing.
                onClick={close}
                label={words[choice].name}
                description={words[choice].about}
                classNames={{ body: classes.choice, radio: classes.radio }}
              />
            ))}
          </Stack>
        </Radio.Group>
      </BottomSheet>
    </>
  );
}
