# What board: from KIT, FILES, RANKS and OPTIONS to the compiler's options; core/config.h says what they mean.

KIT := reed
FILES := 8
RANKS := 8
OPTIONS :=

plus := +
SENSORS := $(subst weight,WEIGHTS,$(subst fsr,FSR,$(subst corners,CORNERS,$(subst reed,REEDS,$(KIT)))))
CONFIG := $(patsubst %,-D%=1,$(subst $(plus), ,$(SENSORS))) -DFILES=$(FILES) -DRANKS=$(RANKS) $(OPTIONS)
WERROR :=
WARNINGS := -Wall -Wextra -Wshadow -Wstrict-prototypes -Wno-type-limits $(WERROR)
