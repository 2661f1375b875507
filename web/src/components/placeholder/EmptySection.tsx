import { IconMoodEmpty } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { messages } from '@/lib/messages';
import { Placeholder } from './Placeholder';

interface EmptySectionProps {
  text?: string;
  next?: string;
  action?: ReactNode;
}

/** Message of an empty list or chart. */
export function EmptySection({ text = messages.views.empty, next, action }: EmptySectionProps) {
  return <Placeholder icon={IconMoodEmpty} text={text} next={next} action={action} />;
}
