"""Paper: the tables, figures, claims and errata of the paper beside what we compute."""

from cspa_explore.ui.paper.cell import cell_view
from cspa_explore.ui.paper.claims import claims_tab
from cspa_explore.ui.paper.controls import choice_of
from cspa_explore.ui.paper.errata import errata_tab
from cspa_explore.ui.paper.figures import figures_tab
from cspa_explore.ui.paper.page import head, table_of, table_tab
from cspa_explore.ui.shell import inside

inside("paper")
choice = choice_of()
table = table_of(choice) if choice.table else None
head(choice, table)
if choice.cell and table:
    cell_view(choice, table)
elif table:
    table_tab(choice, table)
elif choice.tab == "figures":
    figures_tab(choice)
elif choice.tab == "claims":
    claims_tab()
elif choice.tab == "errata":
    errata_tab()
