# Buys once at the first candle it sees, keeps a stop on the exchange, sells a few seconds later, and then stays out.
from datetime import datetime, timedelta, timezone

from freqtrade.persistence import Trade
from freqtrade.strategy import IStrategy


class OneRoundTrip(IStrategy):
    INTERFACE_VERSION = 3
    timeframe = "1m"
    startup_candle_count = 5
    can_short = False
    minimal_roi = {"0": 10}
    stoploss = -0.05
    process_only_new_candles = False
    order_types = {
        "entry": "limit",
        "exit": "market",
        "emergency_exit": "market",
        "force_exit": "market",
        "stoploss": "limit",
        "stoploss_on_exchange": True,
        "stoploss_on_exchange_interval": 5,
    }

    def populate_indicators(self, dataframe, metadata):
        return dataframe

    def populate_entry_trend(self, dataframe, metadata):
        dataframe["enter_long"] = 1
        return dataframe

    def populate_exit_trend(self, dataframe, metadata):
        return dataframe

    def confirm_trade_entry(self, pair, *args, **kwargs):
        return len(Trade.get_trades_proxy(pair=pair)) == 0

    def custom_exit(self, pair, trade, current_time, *args, **kwargs):
        has_stop = any(order.ft_order_side == "stoploss" for order in trade.orders)
        is_old = datetime.now(timezone.utc) - trade.open_date_utc > timedelta(seconds=5)
        return "round trip" if has_stop and is_old else None


class OneRoundTripOnContracts(OneRoundTrip):
    can_short = True
    order_types = {**OneRoundTrip.order_types, "entry": "market", "stoploss": "market"}

    def populate_entry_trend(self, dataframe, metadata):
        dataframe["enter_short"] = 1
        return dataframe

    def leverage(self, *args, **kwargs):
        return 3.0
