"""Access (10.3): whose forces may be in whose territory, by whose leave or by force, and whose a city is."""

from sandtable_empires.access.changed_control import ChangedControl
from sandtable_empires.access.city_control import CityControl
from sandtable_empires.access.dardanelles import Dardanelles
from sandtable_empires.access.forcible import ForcibleAccess
from sandtable_empires.access.looks import AccessLooks
from sandtable_empires.access.neutral_garrisons import NeutralGarrisons
from sandtable_empires.access.ports import GuestPorts
from sandtable_empires.access.requests import AccessRequests
from sandtable_empires.access.responses import WarResponses
from sandtable_empires.access.rights import AccessRights
from sandtable_empires.access.stays import Stays
from sandtable_empires.access.voluntary import VoluntaryAccess

ACCESS = (
    AccessRights, VoluntaryAccess, AccessRequests, Stays, ForcibleAccess, WarResponses, ChangedControl, CityControl,
    NeutralGarrisons, GuestPorts, Dardanelles, AccessLooks,
)  # fmt: skip

__all__ = ["ACCESS"]
