var e=`# The rules, numbered

What the five published rulebooks say, in our own words, with a number for each rule, so that code, tests and scenarios can name it; [rulings.md](rulings.md) lists
which of them show each rule. Where the texts are silent or disagree, **Ruling** marks what we do. The same rules under the same numbers: [auf Deutsch](rules.de.md), [en français](rules.fr.md).
Sources: EN = English base game, SUM = its summary, DE = German first edition, FR = French base game, MM = Monsters & Minions (English). Facts of cards: \`src/rollplayer/content/\`, of expansions \`src/rollplayer/expansions/*/content/\`. A card beats a rule.
Sources disagree harmlessly: DE's market example gives the first buyer card 2 (it is 1); FR calls Leather Gloves a Weapon; SUM says "descending" but puts the lowest die on 1; DE returns Initiative cards in Cleanup, EN/FR after each Market turn; DE/FR name no Gold from Weapons, EN does; the base solitaire chart is text only in DE.

## A round, in five lines
1. Roll: a die for each Initiative card is drawn and rolled; the lowest goes on card 1, the next on card 2, and so on (R1).
2. Dice: in turn, take a card with its die and its Gold (D1, D3), and place the die in a row of your sheet that has room (D2).
3. Action: the row you chose then lets you change dice, move your Alignment token or take a Charisma token (D4).
4. Market: the lowest card number goes first. Buy one card, or discard one for 2 Gold (M1).
5. Cleanup: refresh one exhausted Skill; a new Market is laid out (U2, U4). Once all 18 spaces are full, the most stars win (E1, E8).

Example: your Strength goal is 16 to 17, and the row holds \`red5\` \`blue6\`. You take card 2 with \`green2\` and 1 Gold.
Placed in Strength, it makes \`red5\` \`blue6\` \`green2\` a total of 13. The row is full, which pays 1 more Gold.
The Strength action flips a die to its opposite face: the 2 becomes a 5. Now \`red5\` \`blue6\` \`green5\` make 16, and the goal is met.

## C  Components
- C0 Two to four players; one alone by the solitaire rules (L); five only with Monsters & Minions, which has solitaire rules of its own (Y). One player per Class color.
- C1 73 Attribute Dice: 10 each of green, blue, red, purple, black, white; 13 gold. Faces 1-6.
- C2 MM adds 1 die of each of the 7 colors and 11 Boost Dice (faces 3-8, no color): 91 dice in the bag.
- C3 A sheet has six rows (STR DEX CON INT WIS CHA) of three spaces: 18 dice; rows fill from the left. Two sides (male, female), no effect on play.
- C4 **Ruling** Gold, Charisma, XP, Honor, Injury and Combat Dice are not limited by the pieces in the box.
- C5 Alignment grid 3 x 3; up Good, down Evil, left Lawful, right Chaotic; the token starts in the center, moves in orthogonal steps and never leaves the grid.
- C6 The opposite of face f is 7 - f; **Ruling** on a Boost Die 11 - f.
- C7 MM: Combat Dice have faces 1-6 (from the examples), never in the bag.

## S  Setup
- S1 Each player rolls a die; highest is Start Player. **Ruling** tied highest roll again among themselves.
- S2 In order from the Start Player each chooses a free race and a side.
- S3 Each takes 5 Gold; the third in order +1, the fourth +2. Five players (MM): no extra Gold for anyone.
- S4 Class, default: in order, each draws a die and chooses one of that color's classes (two; with MM four) before the next draws. Gold, Boost or a color taken: set aside, draw again, no Gold for it. All dice return when the last has a class.
- S5 Class, options: *reverse draft* (EN: last player first, Start Player last) and *forward draft* (FR; DE as an example).
- S6 One Backstory and one Alignment to each; the rest leave the game. Both are face up.
- S7 Market deck: one-dot pile on two-dot pile, each shuffled, after moving cards at random to the discard pile, per pile: base 7 with two players, 3 with three, 0 with four; MM 14 with one or two, 10 with three, 8 with four, 3 with five. First edition: none.
- S8 Market: players + 1 cards face up (MM: players + 2).
- S9 Initiative cards 1 to players + 1 in a row.
- S10 Every Initiative card except the two ends gets 1 Gold.
- S11 Starting dice from the bag: players + 4 (6/7/8 for 2/3/4); five players 8.
- S12 Rolled and all placed, rows filling from the left. No Attribute Actions. 1 Gold per full row, 2 per gold die (Thief 4).
- S13 The Start Player begins.
- S14 **Ruling** All draw and roll before anybody places; then from the Start Player on each arranges all own dice freely until done; S12's Gold comes after.
- S15 **Ruling** Cards moved in S7 lie face up in the discard pile, usable from round 1.

## R  Roll Phase
- R1 Dice equal to the Initiative cards are drawn, rolled and laid in ascending value: lowest on 1.
- R2 The Start Player orders equal values.
- R3 Example: three players, green 6, red 1, gold 4, purple 6: red on 1, gold on 2, the sixes on 3 and 4 as the Start Player likes.

## D  Dice Phase, from the Start Player clockwise
- D1 Take one of the free Initiative cards and what lies on it.
- D2 Place its die in any row with room.
- D3 Gain the card's Gold; 1 Gold if the row is now full; 2 for a gold die.
- D4 Then one Attribute Action of that row, or none; one per player and Dice Phase; it may use the die just placed or any other.
- D5 STR: one die to its opposite face.
- D6 DEX: exchange the places of two dice, values unchanged; never into an open space.
- D7 CON: one die up or down by one, never past its lowest or highest face.
- D8 INT: reroll one die, keep the new or the old value, same place.
- D9 WIS: the Alignment token one step.
- D10 CHA: a Charisma token for this round's Market Phase.
- D11 Dice moved or changed by an Attribute Action trigger no further one. **Ruling** nor Gold: moving or turning is never placing. Example: exchanging a CHA and a STR die triggers neither row.
- D12 When all have had their turn, one Initiative card with its die remains.
- D13 Example: card 2 with its Gold and a gold die, laid in the second STR space: 3 Gold in all; the STR action turns a blue CON die from 1 to 6.
- D14 **Ruling** D4's limit concerns the action that comes with placing. Actions from Skills, Scrolls, classes or XP are extra, in any phase.
- D15 **Ruling** What changes an Attribute Action (Quarterstaff, Monk, Sorcerer, Barbarian, Priest) applies whatever gave the action; Acrobatics, Cure Wounds, Knowledge, Mesmerize, Enchant, Realign, Blessed Mace are not Attribute Actions.
- D16 **Ruling** "Up to two/three dice" are different dice; each reroll is decided before the next is rolled.
- D17 **Ruling** "On your sheet" is the 18 spaces: not the Backpack, not a drafted die not yet placed.
- D18 **Ruling** A die brought by Search, Negotiate or Tumble takes the old die's space: gold-die Gold (also when the old was gold), no Gold for a full row, no action, no Wizard ability. It leaves the bag before the old die enters.
- D19 **Ruling** Without a fitting die in the bag only the token moves.
- D20 **Ruling** Boost Dice: reroll 3-8, bounds 3 and 8; sorted by value like others; count for row totals, Focused, "shows 6" (exactly 6) and "5 or more"; never for colors, Backstory, Loyal, Honest, Obnoxious, Obsessed, Compassionate.
- D21 **Ruling** Filling a third space by placing pays each time, also after Sleight of Hand reopened it.
- D22 **Ruling** A Charisma token taken after your own Market turn lapses at U1; taken after U1, at once.
- D23 **Ruling** Re-sorting after Climb, Intimidate, Negotiate moves dice only; Gold stays on its card.
- D24 **Ruling** Timing \`dice\` runs from the end of R2 to the end of the last Dice turn, its Attribute Action and the opening after it included (K5; solitaire: to the enemy roll, whichever card was taken); the leftover card stays free to the end.

## M  Market Phase, in ascending Initiative number
- M1 Buy one Market card for its cost, or put a Market card of your choice on the discard pile and gain 2 Gold. One of the two.
- M2 A Charisma token replaces 1 Gold of a price; example: Reckless costs 6: one token and 5 Gold. **Ruling** any number of tokens, never below 0.
- M3 The Market is not refilled while it is open.
- M4 Any number of Armor, Trait, Skill (MM: Scroll) cards; Weapons fill at most two hands. Own Weapons may go to the discard pile at any time.
- M5 A bought Trait moves the token along its arrow at once, if possible.
- M6 A bought Skill is upright and usable at once.
- M7 MM: a bought Scroll happens at once and stays by the sheet.
- M8 After the turn the Initiative card goes back to the row.
- M9 The discard pile is open to everyone.
- M10 **Ruling** With an empty Market, not buying gives 2 Gold and discards nothing.
- M11 Example: players took 2, 1, 3. The one with 1 buys first, the one with 2 discards Leather Gloves for 2 Gold, the one with 3 chooses from the two cards left of four.
- M12 **Ruling** Price = printed cost - all discounts, not below 0; then tokens. Open Lock: printed cost in Gold.
- M13 **Ruling** Room for a Weapon is made before paying; a Heavy Crossbow discarded for it gives no discount.
- M14 **Ruling** Order of a buy: room, payment, card over, arrow or Scroll effect, own triggers in the buyer's order; the same for Market, discard pile and deck.
- M15 **Ruling** Scroll effects without "may" or "up to" are carried out as far as possible; a Scroll may be bought though it does nothing.
- M16 **Ruling** Bard: the second buy only after a first buy; card discounts count for both, Haggle and each token for one; Open Lock and Move Silently each serve one of the two.
- M17 **Ruling** Open Lock: deck empty: reshuffle first (U4); nothing to see: only the token moves; not bought: back on top, known to the user alone, turn goes on. Bought: it is the turn's buy.
- M18 **Ruling** Move Silently: whatever lies in the pile now. If nothing is bought from it, the turn goes on as usual, discarding included.
- M19 **Ruling** Haggle waits for the next discountable buy or mercenary of the turn and lapses with it.
- M20 **Ruling** Timing \`own-market\`: own Market turn, before its choice is carried out; Haggle also in a Hunt before hiring; Bard also before the second buy.
- M21 **Ruling** "When you discard a Market card for Gold": each taking of 2 Gold by M1, M10, V4 or the Enchanter; not own Weapons, Dispel, Hunts, cleanup.
- M22 **Ruling** Druid: after the last Dice turn (solitaire: the enemy roll), before the first Market turn; the card lies at the right end, open to all.
- M23 **Ruling** Enchanter: last = highest Initiative number taken; after any kind of turn; no card left: no Gold; with V4: 2 Gold, no card.
- M24 **Ruling** Disguise: the other Trait lies in Market or discard pile now; yours takes its place; none: only the token moves.
- M25 **Ruling** Pickpocket, Energy Field: who qualifies is fixed before anything moves.
- M26 **Ruling** Sleight of Hand: to another row with room; the gap closes to the left; none: only the token moves.
- M27 **Ruling** Levitate: gold is a color; a kind with nothing to raise may be named. Mirage and Mesmerize need two dice.
- M28 **Ruling** Dispel: any own Trait or Weapon except a Backpack with dice; what is lost stops working at once.
- M29 **Ruling** Alchemist: in your own Market turn, once, before anything is bought, discarded or hunted; offered as soon and as long as it is possible in that span.

## U  Cleanup Phase
- U1 Unused Charisma tokens are discarded.
- U2 One exhausted Skill per player may be turned upright. **Ruling** asked clockwise from the Start Player; somebody passed over with nothing exhausted who exhausts a Skill before U3 is asked then; the Cleric's Gold comes first; Ranger two; Revive is not limited by it.
- U3 The remaining die goes into the bag, remaining Market cards to the discard pile.
- U4 A new Market as in S8. Deck empty: the whole discard pile is shuffled into a new deck and drawing goes on.
- U5 1 Gold on each middle Initiative card that has none; never more than 1.
- U6 The player to the left becomes Start Player.
- U7 **Ruling** After the last round U1-U3 are done, U4-U6 not; then K6.

## K  Skills
- K1 Use: move the token along the arrow, then the effect if you wish, then exhaust the card.
- K2 Token cannot move that way, or card exhausted: no use.
- K3 Timing is free, even in others' turns, unless the card limits it.
- K4 At most one Skill per player and round is refreshed, only in Cleanup.
- K5 **Ruling** "Any time" = whenever the game waits for a decision that is not inside something. Inside are: setup; R1-R2; one Skill, Attribute Action, Scroll or ability from first to last question; one payment with arrow and triggers; one combat roll with rerolls; everything after K6. All else is open: before and after D1, D2, D4, the enemy roll, each Market turn, between the Bard's buys, between the steps of a Hunt before its roll, between the steps of Cleanup. Open also means open at the end of something: after the Attribute Action of the last Dice turn (the Dice Phase ends only then, D24) and after the last Market turn (before Cleanup), everybody who could do something is asked once more, clockwise from the Start Player until all pass in a row; a Skill bought in the last Market turn is thereby usable at once (M6). An interruption is resolved whole; the waiting decision is then asked again with its options as they now are.
- K6 **Ruling** When the last round is over (MM: before the dice pools) everyone has a last chance for Skills, XP actions, unused once-per-round abilities and Weapon discards: clockwise from the last Start Player until all pass in a row.
- K7 **Ruling** An interruption is not interrupted. Order of arrival decides; a driver that asks in turn goes clockwise from the seat the game waits on, and asks holders of a usable \`dice\` Skill (or Diplomacy onto one) once before each D1.
- K8 **Ruling** A Skill may be used for its token move alone, also when its effect is impossible; its timing must fit.
- K9 **Ruling** Effects see the token's new place. An exhausted Skill counts as owned.
- K10 **Ruling** "Once per round" runs from R1 to U6; K6 belongs to the last round.
- K11 **Ruling** Diplomacy: any opponent's upright Skill, no consent; "you" is its user; the target's timing must fit the user; the user's token must be able to move along the target's arrow.
- K12 **Ruling** Paladin: if the token can move it must (only a Trait's arrow may be ignored). Assassin: pays to keep the card just used (with Diplomacy: Diplomacy) upright, once per round.

## N  Notes on cards
- N1 Attuned (Druid): an extra card from the discard pile, replacing none.
- N2 Charming (Bard): both buys in your own turn; a token serves one; no discarding for Gold through it (EN, FR; DE silent: the same).
- N3 Climb, Intimidate: only dice on free Initiative cards; then sort as R1-R2, the user ordering ties.
- N4 Diplomacy (EN, FR): its user's token moves; Diplomacy is exhausted, the target not; the effect may be left out.
- N5 Jeweled Dagger, Longsword: dice can count above 6 for goals; no effect on Traits about dice. Example: Jeweled Dagger, STR blue 5, gold 6, gold 5: 18.
- N6 Move Silently: not buying and discarding both; tokens may be used; with Heavy Crossbow 1 less (EN, FR), not in DE.
- N7 Negotiate: Gold for a gold die; then sort, the user ordering ties.
- N8 Open Lock: no discounts at all; a Trait moves the token if possible.
- N9 Search: may look into the bag; Gold for a gold die. MM: the new die must be able to show the value.
- N10 Sleight of Hand: no Attribute Action, no Gold for a filled row; dice slide left.
- N11 Tower Shield: nothing without Armor or with complete sets only.
- N12 MM: Blessed Mace is not triggered by a Hunt; Compassionate, Honest, Obnoxious ignore Boost Dice.
- N13 Backpack (MM): up to four dice, never more than open spaces; a stored die gives no action and no gold-die Gold until placed; any number may be placed in one turn; no hand.
- N14 Disguise: neither Trait's arrow acts, only Disguise's own (evil).
- N15 Ironclad (Knight): also after Armor bought with Open Lock.
- N16 Levitate may name Boost Dice.
- N17 Spiked Club: its XP comes on top of the 2 Gold.
- N18 Stoneskin (Gold), Tremor (XP): on a negative space lose what you can and keep the card.
- N19 Tumble: the die is picked with open eyes.
- N20 **Ruling** Dice turn with a Backpack: take card and Gold; then in any order place or store the drafted die and place stored dice, each paying its Gold; at the end one Attribute Action of a row placed in this turn.
- N21 **Ruling** Stored dice keep their value, are face up, and nothing that looks at the sheet sees them.
- N22 **Ruling** In the last Dice turn everything must be placed.
- N23 **Ruling** A Backpack with dice cannot be discarded. It counts as a Weapon card of 0 hands.

## E  End and scoring
- E1 The game ends with the round in which all rows of all players are full.
- E2 Attribute Goals: dice + race + Weapons against the class goal: exact, range, or at least.
- E3 1 star per die of the Class color.
- E4 The stars under the Alignment token, which may be negative.
- E5 Backstory: matches in color and place: 0-1: 0, 2-3: 1, 4-5: 3, 6: 6.
- E6 Armor: per set by number of cards; +1 per set for a matching Class color. Example: Cleric with four Chain: 7 + 1.
- E7 Traits.
- E8 Most stars; then most Gold; then fewest dice of your own Class color; then shared victory.
- E9 **Ruling** Weapon bonuses are not optional (but see M4); they count for goals and what asks about goals met, never for Traits or Adventure cards about dice or row totals.
- E10 **Ruling** Tower Shield: one begun, incomplete set, the best; it is no Armor card for anything else.
- E11 **Ruling** Elementalist: Boost Dice count in E3 only, not for Loyal, Zombie or E8.
- E12 **Ruling** Scoring an unfinished sheet: row-at-most Traits need a full row, class-color-missing a full sheet; the rest counts as it stands.
- E13 **Ruling** Gold for E8, Greedy, L6 is what is left after K6 and mercenaries.

## V  Variants. V1-V4 combine freely with each other, the first edition, MM and solitaire. **Ruling** refused with a reason: V7 with MM; V5 or V6 without MM; five players without MM.
- V1 Less Random Setup: one die of each class color each; three players one gold die more, four (and five) two.
- V2 Random Market Deck: one shuffle without regard to dots before removing (as many cards as S7 removes in all).
- V3 Short Game: two starting dice more (8/9/10; five players 10); no S3 bonus (S12's Gold stays).
- V4 Friendly Market: taking 2 Gold discards no Market card; what triggers on it still does.
- V5 MM Open Adventure cards: Spellbook and Gather Power out; the three cards are face up; no tokens, everyone eligible; Trophies 1-3 bring nothing more, later ones 1 XP.
- V6 MM Difficult Monsters: 1P Strengths; nothing changes in solitaire.
- V7 First edition (DE): 4 races, 12 backstories, 13 alignments, 48 Market cards; S7, N6, L2.
- V8 MM's other way to claim Initiative cards changes only what is shown.
- V9 **Ruling** V1 + V3: the fixed dice plus two drawn at random. In solitaire as for two players.

## L  Solitaire, base
- L1 Two-player setup for one sheet; Diplomacy out before S7; one gold die aside as enemy die; the deck's top card opens the trash pile after the Market is laid; six starting dice.
- L2 DE: all Market cards shuffled together, none removed; one card opens the discard pile, one the trash.
- L3 After the Dice turn: card 1: no enemy roll. Card 2: 1 left, 2 middle, 3 right Market card to the trash, 4-6 nothing. Card 3: 1-2 left, 3-4 middle, 5-6 right.
- L4 Buy or discard for 2 Gold; then the leftmost remaining card to the discard pile, the others to the trash.
- L5 The enemy die stays aside. **Ruling** nothing takes from the trash.
- L6 Scoring as usual plus 1 star per 8 Gold.
- L7 Chart: 38+ True Hero, 34-37 Clan Leader, 30-33 Luminary, 26-29 Adventurer, 22-25 Hireling, 21 or less NPC.
- L8 **Ruling** The player is Start Player always; places are those of the Market as laid out this round and stay empty once emptied; the Druid's card lies in the next place to the right.
- L9 **Ruling** "Opponent" effects do nothing; the player's turn is the last of the phase.

## X  Monsters & Minions
- X1 Up to five players. Setup changes: C2, S2 (eight sheets), S3, S4, S7-S11. 16 Minions, one-dot pile on two-dot pile, top card face up.
- X2 Monster: those of any player's Class color out, one of the rest at random (black, red, white, green in play: Chimera or Kraken). One random Location, Obstacle and Attack of it, unseen.
- X3 Market turn: buy, discard for 2 Gold, or Hunt.
- X4 Hunt: for 3 Gold each time the top Minion goes to the bottom and the next is turned up; take 1 Combat Die plus the weakness dice; mercenaries (1 die each) for 3 XP or 5 Gold, a Charisma token saving 1 Gold per mercenary; roll; reroll any die for 1 XP, as often as wished.
- X5 The row reached by the total gives XP, Gold, Injury, Honor and perhaps the Trophy.
- X6 Trophy: keep the card; it brings the next of Location, Obstacle, Attack that the player lacks: the token, and that card seen by this player alone; with all three: 1 XP. No Trophy: the Minion goes to the bottom. Then the next is turned up.
- X7 Example: Kobold, 4 dice (1 + 2 dice in DEX + 1 mercenary for 5 Gold), 1 2 3 4 = 10: 3 XP, 1 Honor, Trophy; with the Location known, the Obstacle token.
- X8 XP: 1 rerolls a Combat Die; 2 removes an own Injury token; 3 hires a mercenary before a combat roll; 5 buys any one Attribute Action. The uses for 2 and 5 end with character creation; **Ruling** until then whenever a Skill may be used.
- X9 Adventure cards seen may be looked at again.
- X10 End: K6; each gains 1 Combat Die; Adventure cards in order Location, Obstacle, Attack for those with the token (Combat Dice or XP), ties all gaining; then mercenaries; then the combat rolls.
- X11 When a player stops rerolling, the dice are Final Dice; abilities on Final Dice apply; then +1 per Honor, -1 per Injury (Dragon 2). Below Strength: no stars; else by the Monster's table. Chimera: a reroll costs 2 XP. Giant Troll: sixes are rerolled.
- X12 Example: Giant Troll, Strength 7: totals 5, 11, 11, 19, 10 give 0, 2, 2, 6, 1 stars.
- X13 Scoring and ties as E.
- X14 **Ruling** No Minion left: no Hunt. One left: it cannot go to the bottom. Minions at the bottom are known to all, in order.
- X15 **Ruling** A Hunt once begun is finished; weakness dice are counted after all reveals, before hiring.
- X16 **Ruling** Tokens never pay for reveals or XP prices. Mercenary in Gold: 5 (Warlord 4), +1 against the Kraken in its combat (XP too), -2 for each use of Haggle (Assassin: twice stacks, M12), -1 for one token, not below 0.
- X17 **Ruling** XP won by a Hunt comes after its rerolls; Injury and Honor do not cancel.
- X18 **Ruling** Adventure cards compare eligible players only, counted when turned up; "most" needs at least 1, row totals nothing; a lone eligible player has most and fewest; in solitaire the 1P number must be met too.
- X19 **Ruling** Pool: 1 + Halberd. Adventure cards for all, then each hires, then each rolls and finishes: clockwise from the last Start Player.
- X20 **Ruling** Giant Troll: after every roll or reroll until no six shows. Vampire: a die showing 1 stays. Demon acts on Final Dice before Honor.
- X21 **Ruling** Good row = top row. Psionic's first Trophy brings the Obstacle; Spellbook ignores Psionic's setup token.

## Y  Solitaire with Monsters & Minions
- Y1 As L1 with: Diplomacy, Spellbook, Energy Field out; a discard pile of 28 (14 per pile); four Market cards; two gold enemy dice; 1P Monsters (X2 holds); Adventure and Minions as for two.
- Y2 Card 1: no roll; 2: one enemy die; 3: both, equal results rerolling one until they differ. 1-4: that Market place to the trash; 5-6: the top Minion to the bottom, the next turned up. **Ruling** in ascending order.
- Y3 Market as L4, or Hunt.
- Y4 1P requirements on Adventure cards (Maelstrom [Max 2]: at most two Armor cards).
- Y5 Total below Strength: the hero dies and the game is lost at once. Else stars, then scoring with 1 star per 8 Gold.
- Y6 Chart: 44+ Monster Slayer, 40-43 True Hero, 36-39 Clan Leader, 32-35 Luminary, 28-31 Adventurer, 24-27 Hireling, 23 or less NPC.

Edges worth a test (computed, standard lengths): the bag is empty after the last roll with four players (base) and five (MM); first edition with four players is two Market cards short for the last Market (U4); MM solitaire ends with an empty deck, with V5 one card short.
`;export{e as default};