# nautilus_trader on the local exchange: it buys at the market, places and cancels a limit order and a stop, closes at the
# market, and ends. Only the addresses of its Binance adapter are given.
import json
import os
import sys
from decimal import Decimal

from nautilus_trader.adapters.binance import BINANCE
from nautilus_trader.adapters.binance import BinanceAccountType
from nautilus_trader.adapters.binance import BinanceDataClientConfig
from nautilus_trader.adapters.binance import BinanceExecClientConfig
from nautilus_trader.adapters.binance import BinanceLiveDataClientFactory
from nautilus_trader.adapters.binance import BinanceLiveExecClientFactory
from nautilus_trader.config import InstrumentProviderConfig
from nautilus_trader.config import LiveExecEngineConfig
from nautilus_trader.config import LoggingConfig
from nautilus_trader.config import StrategyConfig
from nautilus_trader.config import TradingNodeConfig
from nautilus_trader.live.node import TradingNode
from nautilus_trader.model.enums import OrderSide
from nautilus_trader.model.enums import TriggerType
from nautilus_trader.model.identifiers import InstrumentId
from nautilus_trader.model.identifiers import TraderId
from nautilus_trader.trading.strategy import Strategy

SETUP = json.loads(os.environ["STRANGER"])
IS_FUTURES = SETUP["market"] == "futures"
SAW = []


class RoundTripConfig(StrategyConfig, frozen=True):
    instrument_id: InstrumentId
    quantity: str
    places_stop: bool


class RoundTrip(Strategy):
    def on_start(self):
        self.instrument = self.cache.instrument(self.config.instrument_id)
        self.step = 0
        self.bid = None
        self.subscribe_quote_ticks(self.config.instrument_id)

    def on_quote_tick(self, tick):
        self.bid = tick.bid_price.as_decimal()
        if self.step == 0:
            self.step = 1
            self.submit_order(
                self.order_factory.market(self.config.instrument_id, OrderSide.BUY, self.size())
            )

    def size(self):
        return self.instrument.make_qty(Decimal(self.config.quantity))

    def held(self):
        positions = self.cache.positions_open(instrument_id=self.config.instrument_id)
        total = sum((p.quantity.as_decimal() for p in positions), Decimal(0))
        return self.instrument.make_qty(total, round_down=True)

    def on_order_accepted(self, event):
        SAW.append(f"accepted {self.cache.order(event.client_order_id).type_string()}")
        if self.step in (2, 3):
            self.cancel_order(self.cache.order(event.client_order_id))

    def on_order_canceled(self, event):
        SAW.append(f"cancelled {self.cache.order(event.client_order_id).type_string()}")
        self.step += 1
        if self.step == 3 and self.config.places_stop:
            self.submit_order(self.stop_order())
        else:
            self.step = 4
            self.submit_order(
                self.order_factory.market(
                    self.config.instrument_id,
                    OrderSide.SELL,
                    self.held(),
                    reduce_only=IS_FUTURES,
                )
            )

    def stop_order(self):
        trigger = self.instrument.make_price(self.bid * Decimal("0.9"))
        if IS_FUTURES:
            return self.order_factory.stop_market(
                self.config.instrument_id,
                OrderSide.SELL,
                self.held(),
                trigger,
                trigger_type=TriggerType.LAST_PRICE,
                reduce_only=True,
            )
        return self.order_factory.stop_limit(
            self.config.instrument_id,
            OrderSide.SELL,
            self.held(),
            self.instrument.make_price(self.bid * Decimal("0.89")),
            trigger,
            trigger_type=TriggerType.LAST_PRICE,
        )

    def on_order_filled(self, event):
        SAW.append(f"filled {event.order_side} at {event.last_px}")
        if not self.cache.order(event.client_order_id).is_closed:
            return
        if self.step == 1:
            self.step = 2
            price = self.instrument.make_price(self.bid * Decimal("1.03"))
            self.submit_order(
                self.order_factory.limit(
                    self.config.instrument_id, OrderSide.SELL, self.held(), price
                )
            )
        elif self.step == 4:
            self.end(True)

    def on_order_rejected(self, event):
        SAW.append(f"rejected: {event.reason}")
        self.end(False)

    def on_order_denied(self, event):
        SAW.append(f"denied: {event.reason}")
        self.end(False)

    def on_order_cancel_rejected(self, event):
        SAW.append(f"cancel rejected: {event.reason}")
        self.end(False)

    def end(self, is_done):
        if self.step == 5:
            return
        self.step = 5
        print("STRANGER " + json.dumps({"done": is_done, "saw": SAW}), flush=True)
        self.clock.set_time_alert_ns(
            "end", self.clock.timestamp_ns() + 1_000_000_000, lambda _: NODE.stop()
        )


ACCOUNT_TYPE = BinanceAccountType.USDT_FUTURES if IS_FUTURES else BinanceAccountType.SPOT
PROVIDER = InstrumentProviderConfig(load_ids=frozenset([InstrumentId.from_str(SETUP["instrument"])]))


def known(config_class, **values):
    """Of several releases: an older one knows fewer addresses."""
    fields = config_class.__struct_fields__
    return config_class(**{name: value for name, value in values.items() if name in fields})


COMMON = {
    "api_key": SETUP["key"],
    "api_secret": SETUP["secret"],
    "account_type": ACCOUNT_TYPE,
    "base_url_http": SETUP["http"],
    "instrument_provider": PROVIDER,
}
EXEC = {**COMMON, "base_url_ws_stream": SETUP["wsPrivate"]}
# Before 1.222 the user stream was a listen key's, at the one address for streams.
HAS_WS_API = "base_url_ws_stream" in BinanceExecClientConfig.__struct_fields__
EXEC["base_url_ws"] = SETUP["wsApi"] if HAS_WS_API else SETUP["wsPrivate"]

NODE = TradingNode(
    config=TradingNodeConfig(
        trader_id=TraderId("STRANGER-001"),
        logging=LoggingConfig(log_level=os.environ.get("STRANGER_LOG", "WARNING"), use_pyo3=False),
        exec_engine=LiveExecEngineConfig(reconciliation=True, reconciliation_lookback_mins=60),
        data_clients={BINANCE: known(BinanceDataClientConfig, **COMMON, base_url_ws=SETUP["wsPublic"])},
        exec_clients={BINANCE: known(BinanceExecClientConfig, **EXEC)},
        timeout_connection=30.0,
        timeout_reconciliation=15.0,
        timeout_portfolio=15.0,
        timeout_disconnection=5.0,
        timeout_post_stop=2.0,
    )
)
NODE.trader.add_strategy(
    RoundTrip(
        RoundTripConfig(
            instrument_id=InstrumentId.from_str(SETUP["instrument"]),
            quantity=SETUP["quantity"],
            places_stop=HAS_WS_API or not IS_FUTURES,
        )
    )
)
NODE.add_data_client_factory(BINANCE, BinanceLiveDataClientFactory)
NODE.add_exec_client_factory(BINANCE, BinanceLiveExecClientFactory)
NODE.build()
try:
    NODE.run()
finally:
    NODE.dispose()
sys.stdout.flush()
