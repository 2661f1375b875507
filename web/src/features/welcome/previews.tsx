import { IconArrowUpRight } from '@tabler/icons-react';
import { StatusBadge } from '@/components/badge/StatusBadge';
import classes from './previews.module.css';

/** Small pictures of real screens, drawn with their own components. The figures are samples. */
export function DayPreview() {
  return (
    <div className={classes.screen}>
      <span className={classes.muted}>Today's sales</span>
      <span className={classes.big}>$2,418.60</span>
      <span className={classes.good}>
        <IconArrowUpRight size={16} /> +8% vs last Friday
      </span>
      <svg viewBox="0 0 240 84" className={classes.chart} role="presentation">
        <path
          className={classes.before}
          d="M0 78 C40 74 60 62 90 58 S150 40 180 34 S225 22 240 18"
        />
        <path className={classes.today} d="M0 78 C40 72 60 56 90 50 S135 26 160 20" />
        <circle cx="160" cy="20" r="4" className={classes.dot} />
      </svg>
    </div>
  );
}

const costs = [
  { name: 'Labor', value: '24%', share: 48 },
  { name: 'Cost', value: '29%', share: 58 },
  { name: 'Profit', value: '$1,031', share: 86 },
];

export function CostPreview() {
  return (
    <div className={classes.screen}>
      {costs.map(({ name, value, share }) => (
        <div key={name} className={classes.row}>
          <span className={classes.line}>
            <span>{name}</span>
            <strong>{value}</strong>
          </span>
          <span className={classes.track}>
            <span className={classes.bar} style={{ width: `${share}%` }} />
          </span>
        </div>
      ))}
    </div>
  );
}

const checks = [
  { id: '1042 · 7:12 PM', detail: 'Table 7 · Ana · Visa', amount: '$64.20', refund: false },
  { id: '1041 · 7:05 PM', detail: 'Takeout · Ben · Cash', amount: '-$12.50', refund: true },
  { id: '1040 · 6:58 PM', detail: 'Table 3 · Ana · Amex', amount: '$38.75', refund: false },
];

export function ChecksPreview() {
  return (
    <div className={classes.screen}>
      {checks.map(({ id, detail, amount, refund }) => (
        <div key={id} className={classes.check}>
          <span className={classes.line}>
            <strong>{id}</strong>
            <strong>{amount}</strong>
          </span>
          <span className={classes.line}>
            <span className={classes.muted}>{detail}</span>
            {refund && <StatusBadge kind="info" label="Refund" />}
          </span>
        </div>
      ))}
    </div>
  );
}
