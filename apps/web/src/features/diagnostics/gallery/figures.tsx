// Figures and the small pictures of figures.
import { Figure, Hero, Profit, ProfitRate } from '../../../ui/figure.tsx';
import { Gauge, ShareBar, Sparkline } from '../../../ui/pictures.tsx';
import { Group, Line } from './group.tsx';

const curve = [3, 4, 2, 5, 6, 4, 7, 9, 8, 11];
const shares = (['', 'g2', 'g3', 'g4', 'w', 'n'] as const).map((tint, at) => ({
  label: `part ${at + 1}`,
  share: 6 - at,
  tint,
}));
const bounds = { low: 100, high: 200, cells: 10, lowText: '100', highText: '200' };

export function Figures() {
  return (
    <Group name="Figures">
      <Hero value="10280.55" unit="USDT" />
      <Hero value="-73.16" unit="USDT" signed small />
      <Hero value={null} unit="USDT" small />
      <Hero value="10280.55" unit="USDT" small hidden />
      <Line>
        <Profit value="12.5" />
        <Profit value="-12.5" />
        <Profit value="0" />
        <Profit value={null} />
        <Profit value="12.5" hidden />
        <ProfitRate value="0.0125" />
        <ProfitRate value="-0.0125" />
        <Figure text="64,210.5" value="64210.5" />
      </Line>
      <Line>
        <Sparkline points={curve} direction={1} label="Sparkline, up" />
        <Sparkline points={curve.toReversed()} direction={-1} label="Sparkline, down" />
        <Sparkline points={[2, 2, 2]} direction={0} label="Sparkline, flat" />
        <Sparkline points={curve} direction={1} simulated label="Sparkline, simulated" />
        <Sparkline points={[1]} direction={0} label="Sparkline, one point" />
      </Line>
      <Gauge {...bounds} at={140} atText="140" />
      <Gauge {...bounds} at={230} atText="230, outside" />
      <Gauge {...bounds} at={null} atText="--" />
      <ShareBar parts={shares} legend />
    </Group>
  );
}
