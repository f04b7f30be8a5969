"""The Economic Phase: what a quarter brings, what it costs, what is bought for the next."""

from sandtable_empires.quarter.incomes import Incomes
from sandtable_empires.quarter.levy import Levy
from sandtable_empires.quarter.loans import Loans
from sandtable_empires.quarter.looks import PurseLooks
from sandtable_empires.quarter.maintenance import Maintenance
from sandtable_empires.quarter.manipulation import Manipulation
from sandtable_empires.quarter.purchases import Purchases
from sandtable_empires.quarter.trade import Trade
from sandtable_empires.quarter.uncontrolled import UncontrolledPowers
from sandtable_empires.quarter.unstable_incomes import UnstableIncomes
from sandtable_empires.quarter.victory_points import VictoryPoints

QUARTER = (
    VictoryPoints,
    Incomes,
    UnstableIncomes,
    Trade,
    Loans,
    Manipulation,
    Maintenance,
    Purchases,
    Levy,
    UncontrolledPowers,
    PurseLooks,
)

__all__ = ["QUARTER"]
