import { IconTools } from '@tabler/icons-react';
import { messages } from '@/lib/messages';
import { Placeholder } from './Placeholder';

/** Stands for a feature of a later release. */
export function ComingSoon() {
  return <Placeholder icon={IconTools} text={messages.views.comingSoon} />;
}
