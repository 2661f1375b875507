import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';

/** Goes on to another page, which takes the entry of this one. */
export function Redirect({ to }: { to: string }) {
  const navigate = useNavigate();
  const location = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: Back may return here before the other page is drawn.
  useEffect(() => {
    void navigate(to, { replace: true });
  }, [navigate, to, location]);
  return null;
}
