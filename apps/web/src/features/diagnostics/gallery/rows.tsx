// Rows of lists and menus, label over and beside value.
import { KeyValues, Profit, ProfitRate, Stat, Stats, Sum } from '../../../ui/figure.tsx';
import { Coin } from '../../../ui/marks.tsx';
import { Sparkline } from '../../../ui/pictures.tsx';
import { Menu, MenuRow, Row } from '../../../ui/row.tsx';
import { Switch } from '../../../ui/toggles.tsx';
import { Group } from './group.tsx';

const nothing = () => undefined;

export function Rows() {
  return (
    <>
      <Group name="Rows">
        <div className="list">
          <Row title="Row" meta="meta" end="end" endMeta="meta of end" />
          <Row
            start={<Coin code="BTC" />}
            title="Row, button"
            meta="BTC/USDT"
            middle={<Sparkline points={[1, 3, 2, 5]} direction={1} />}
            end={<Profit value="12.5" />}
            endMeta={<ProfitRate value="0.0125" />}
            onPress={nothing}
          />
          <Row title="Row, link" end="end" to="/test" />
        </div>
        <Stats>
          <Stat label="Stat">1,280.00</Stat>
          <Stat label="Stat, large" large>
            42
          </Stat>
          <Stat label="Stat, end" end>
            --
          </Stat>
        </Stats>
        <Sum
          parts={[
            { label: 'Sum', value: '3.00' },
            { label: 'part', value: '1.00', sign: '=' },
            { label: 'part', value: '2.00', sign: '+' },
          ]}
        />
        <KeyValues
          rows={[
            { label: 'KeyValues', value: 'value' },
            { label: 'total', value: '3.00', total: true },
          ]}
        />
      </Group>
      <Menu label="Menu rows">
        <MenuRow icon="gear" title="MenuRow" value="value" />
        <MenuRow icon="gear" title="MenuRow, button" value="value" onPress={nothing} />
        <MenuRow icon="gear" title="MenuRow, link" to="/test" />
        <MenuRow icon="gear" title="MenuRow, control" control={<Switch label="control" checked onChange={nothing} />} />
      </Menu>
    </>
  );
}
