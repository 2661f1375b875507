import { useNavigate } from 'react-router';
import { failureText, useOpenSampleMutation } from '@/api';
import { showToast } from '@/components/toast/toast';
import { messages } from '@/lib/messages';
import { useBlocking } from '@/state/useBlocking';
import { deviceZone } from '../location/zones';

/** Opens the sample restaurant of the device's time zone, and its Home. */
export function useOpenSample(): () => Promise<void> {
  const [open, { isLoading }] = useOpenSampleMutation();
  const navigate = useNavigate();
  useBlocking(isLoading);
  return async () => {
    try {
      await open({ openSampleRequest: { timeZone: deviceZone() || 'UTC' } }).unwrap();
      await navigate('/home');
    } catch (error) {
      showToast({ severity: 'error', detail: failureText(error, messages.sample.openFailed) });
    }
  };
}
