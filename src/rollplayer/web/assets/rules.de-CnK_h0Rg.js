var e=`# Die Regeln, nummeriert

Was die fünf veröffentlichten Regelhefte sagen, in eigenen Worten und mit einer Nummer für jede Regel, damit Code, Tests und Szenarien sie nennen können; [rulings.md](rulings.md) zählt auf,
welche davon jede Regel zeigen. Wo die Texte schweigen oder sich widersprechen, steht hinter **Festlegung**, was hier gilt. Dieselben Regeln mit denselben Nummern: [in English](rules.md), [en français](rules.fr.md).
Quellen: EN = englisches Grundspiel, SUM = dessen Übersicht, DE = deutsche Erstausgabe, FR = französisches Grundspiel, MM = Monsters & Minions (englisch). Angaben zu Karten: \`src/rollplayer/content/\`, bei Erweiterungen \`src/rollplayer/expansions/*/content/\`. Karten gehen vor Regeln.
Harmlose Widersprüche der Quellen: Im Marktbeispiel von DE hat der erste Käufer Karte 2 (richtig: 1); FR nennt die Lederhandschuhe eine Waffe; SUM sagt „absteigend“, legt aber den niedrigsten Würfel auf 1; DE gibt Initiativekarten in der Aufräumphase zurück, EN/FR nach jedem Marktzug; DE/FR nennen kein Gold durch Waffen, EN schon; die Rangtabelle für das Solospiel des Grundspiels steht nur in DE als Text.

## Eine Runde in fünf Zeilen
1. Rollen: Für jede Initiativekarte wird ein Würfel gezogen und geworfen; der niedrigste kommt auf Karte 1, der nächste auf Karte 2 und so weiter (R1).
2. Würfel: Reihum nimmt jeder eine Karte mit ihrem Würfel und ihrem Gold (D1, D3) und platziert den Würfel in einer Reihe, die noch Platz hat (D2).
3. Aktion: Mit der gewählten Reihe darfst du dann Würfel verändern, deinen Gesinnungsmarker bewegen oder ein Charismaplättchen nehmen (D4).
4. Markt: Die niedrigste Kartennummer ist zuerst dran. Kaufe eine Karte oder wirf eine für 2 Gold ab (M1).
5. Aufräumen: Erneuere eine erschöpfte Fähigkeit; ein neuer Markt liegt aus (U2, U4). Sind alle 18 Felder voll, gewinnen die meisten Sterne (E1, E8).

Beispiel: Dein Stärkeziel ist 16 bis 17, und in der Reihe liegen \`red5\` \`blue6\`. Du nimmst Karte 2 mit \`green2\` und 1 Gold.
In der Stärkereihe ergibt das \`red5\` \`blue6\` \`green2\`, zusammen 13. Die Reihe ist voll und bringt noch 1 Gold.
Die Stärkeaktion wendet einen Würfel auf die gegenüberliegende Seite: Aus der 2 wird eine 5. Nun ergeben \`red5\` \`blue6\` \`green5\` 16, und das Ziel ist erfüllt.

## C  Spielmaterial
- C0 Zwei bis vier Spieler; einer allein nach den Soloregeln (L); fünf nur mit Monsters & Minions, das eigene Soloregeln hat (Y). Jede Klassenfarbe hat höchstens ein Spieler.
- C1 73 Attributwürfel: je 10 in Grün, Blau, Rot, Lila, Schwarz und Weiß; 13 goldene. Seiten 1-6.
- C2 MM bringt je 1 weiteren Würfel der 7 Farben und 11 Boost-Würfel (Seiten 3-8, keine Farbe): 91 Würfel im Beutel.
- C3 Ein Charaktertableau hat sechs Reihen (STR DEX CON INT WIS CHA: Stärke, Beweglichkeit, Ausdauer, Intelligenz, Weisheit, Charisma) zu drei Feldern: 18 Würfel; Reihen füllen sich von links. Zwei Seiten (männlich, weiblich) ohne Einfluss auf das Spiel.
- C4 **Festlegung** Gold, Charismaplättchen, EP, Ehrenmarker, Verletzungsmarker und Kampfwürfel sind nicht durch das Material der Schachtel begrenzt.
- C5 Gesinnungsraster 3 x 3; oben Gut, unten Böse, links Ehrenhaft, rechts Chaotisch; der Gesinnungsmarker beginnt in der Mitte, bewegt sich in Schritten nach oben, unten, links oder rechts und verlässt das Raster nie.
- C6 Die Seite gegenüber von f ist 7 - f; **Festlegung** beim Boost-Würfel 11 - f.
- C7 MM: Kampfwürfel haben die Seiten 1-6 (aus den Beispielen) und sind nie im Beutel.

## S  Spielvorbereitung
- S1 Jeder wirft einen Würfel; der höchste Wurf bestimmt den Startspieler. **Festlegung** Bei Gleichstand würfeln die Höchsten unter sich erneut.
- S2 Vom Startspieler an wählt der Reihe nach jeder eine freie Rasse und eine Seite.
- S3 Jeder nimmt 5 Gold; der Dritte in der Reihenfolge +1, der Vierte +2. Zu fünft (MM): für niemanden zusätzliches Gold.
- S4 Klasse, üblich: Der Reihe nach zieht jeder einen Würfel und wählt eine Klasse dieser Farbe (aus zweien; mit MM aus vieren), bevor der Nächste zieht. Golden, Boost oder vergebene Farbe: beiseitelegen, neu ziehen, kein Gold dafür. Alle Würfel kommen zurück, wenn der Letzte eine Klasse hat.
- S5 Klasse, wahlweise: *Klassenwahl rückwärts* (EN: der letzte Spieler zuerst, der Startspieler zuletzt) und *Klassenwahl vorwärts* (FR; in DE als Beispiel).
- S6 Jeder erhält eine Hintergrundgeschichte und eine Gesinnungskarte; die übrigen kommen aus dem Spiel. Beide liegen offen.
- S7 Marktstapel: Teilstapel mit einem Punkt auf Teilstapel mit zwei Punkten, jeder gemischt; vorher kommen aus jedem zufällige Karten auf den Ablagestapel: im Grundspiel 7 zu zweit, 3 zu dritt, 0 zu viert; mit MM 14 allein oder zu zweit, 10 zu dritt, 8 zu viert, 3 zu fünft. Erstausgabe: keine.
- S8 Markt: Spielerzahl + 1 offene Karten (MM: Spielerzahl + 2).
- S9 Initiativekarten 1 bis Spielerzahl + 1 nebeneinander.
- S10 Auf jede Initiativekarte außer den beiden äußeren kommt 1 Gold.
- S11 Startwürfel für jeden aus dem Beutel: Spielerzahl + 4 (6/7/8 bei 2/3/4); zu fünft 8.
- S12 Geworfen und alle platziert; Reihen füllen sich von links. Keine Attributaktionen. 1 Gold je voller Reihe, 2 je goldenem Würfel (Dieb 4).
- S13 Der Startspieler beginnt.
- S14 **Festlegung** Alle ziehen und werfen, bevor jemand platziert; dann ordnet vom Startspieler an jeder die eigenen Würfel frei an, bis alle liegen; danach kommt das Gold aus S12.
- S15 **Festlegung** Karten, die in S7 auf den Ablagestapel kommen, liegen dort offen und sind ab Runde 1 verwendbar.

## R  Rollphase
- R1 So viele Würfel, wie Initiativekarten ausliegen, werden gezogen, geworfen und nach aufsteigendem Wert gelegt: der niedrigste auf 1.
- R2 Gleiche Werte ordnet der Startspieler.
- R3 Beispiel: drei Spieler, grüne 6, rote 1, goldene 4, lila 6: Rot auf 1, Gold auf 2, die Sechsen auf 3 und 4, wie der Startspieler will.

## D  Würfelphase, vom Startspieler an im Uhrzeigersinn
- D1 Eine der freien Initiativekarten nehmen, mit allem, was darauf liegt.
- D2 Ihren Würfel in einer beliebigen Reihe platzieren, die noch Platz hat.
- D3 Das Gold der Karte erhalten; 1 Gold, wenn die Reihe nun voll ist; 2 für einen goldenen Würfel.
- D4 Danach die Attributaktion dieser Reihe oder keine; höchstens eine je Spieler und Würfelphase; sie darf den eben platzierten oder jeden anderen Würfel betreffen.
- D5 STR: einen Würfel auf die gegenüberliegende Seite wenden.
- D6 DEX: die Plätze zweier Würfel tauschen, die Werte bleiben; nie auf ein freies Feld.
- D7 CON: einen Würfel um eins erhöhen oder verringern, nie über seine niedrigste oder höchste Seite hinaus.
- D8 INT: einen Würfel neu würfeln und den neuen oder den alten Wert behalten, auf demselben Feld.
- D9 WIS: den Gesinnungsmarker einen Schritt bewegen.
- D10 CHA: ein Charismaplättchen für die Marktphase dieser Runde nehmen.
- D11 Würfel, die eine Attributaktion bewegt oder ändert, lösen keine weitere aus. **Festlegung** Auch Gold bringen sie nicht: Bewegen oder Drehen ist nie Platzieren. Beispiel: Wer einen CHA- und einen STR-Würfel tauscht, löst keine der beiden Reihen aus.
- D12 Waren alle am Zug, bleibt eine Initiativekarte mit ihrem Würfel übrig.
- D13 Beispiel: Karte 2 mit ihrem Gold und einem goldenen Würfel, der auf das zweite STR-Feld kommt: zusammen 3 Gold; die STR-Aktion wendet einen blauen CON-Würfel von 1 auf 6.
- D14 **Festlegung** Die Grenze in D4 betrifft nur die Attributaktion, die zum Platzieren gehört. Attributaktionen durch Fähigkeiten, Schriftrollen, Klassen oder EP kommen hinzu, in jeder Phase.
- D15 **Festlegung** Was eine Attributaktion verändert (Kampfstab, Mönch, Zauberer, Barbar, Priester), gilt, woher sie auch kommt; „Akrobatik“, „Wunden heilen“, „Wissen“, „Hypnose“, „Verzaubern“, „Neuausrichtung“ und der Gesegnete Streitkolben sind keine Attributaktionen.
- D16 **Festlegung** „Bis zu zwei/drei Würfel“ sind verschiedene Würfel; über jeden neu gewürfelten wird entschieden, bevor der nächste geworfen wird.
- D17 **Festlegung** „Auf deinem Charaktertableau“ meint die 18 Felder: nicht den Rucksack und keinen genommenen, noch nicht platzierten Würfel.
- D18 **Festlegung** Ein Würfel durch „Suchen“, „Verhandeln“ oder „Purzelbaum“ nimmt das Feld des alten ein: Gold für einen goldenen Würfel (auch wenn der alte golden war), kein Gold für eine volle Reihe, keine Attributaktion, keine Klassenfähigkeit des Magiers. Er verlässt den Beutel, bevor der alte hineinkommt.
- D19 **Festlegung** Ist kein passender Würfel im Beutel, bewegt sich nur der Gesinnungsmarker.
- D20 **Festlegung** Boost-Würfel: neu gewürfelt 3-8, Grenzen 3 und 8; nach Wert sortiert wie andere; sie zählen für Reihensummen, „Fokussiert“, „zeigt 6“ (genau 6) und „5 oder mehr“; nie für Farben, Hintergrundgeschichte, „Treu“, „Ehrlich“, „Unausstehlich“, „Besessen“, „Mitfühlend“.
- D21 **Festlegung** Ein drittes Feld durch Platzieren zu füllen bringt jedes Mal Gold, auch wenn „Fingerfertigkeit“ es wieder geöffnet hat.
- D22 **Festlegung** Ein Charismaplättchen, das nach dem eigenen Marktzug genommen wird, verfällt in U1; nach U1 genommen, sofort.
- D23 **Festlegung** Das Sortieren nach „Klettern“, „Einschüchtern“, „Verhandeln“ bewegt nur Würfel; Gold bleibt auf seiner Karte.
- D24 **Festlegung** Der Zeitpunkt \`dice\` reicht vom Ende von R2 bis zum Ende des letzten Würfelzugs, seine Attributaktion und die Gelegenheit danach eingeschlossen (K5; Solospiel: bis zum Wurf des Gegnerwürfels, gleich welche Karte genommen wurde); die übrige Karte bleibt bis zum Schluss frei.

## M  Marktphase, nach aufsteigender Initiativezahl
- M1 Eine Marktkarte zu ihrem Preis kaufen oder eine Marktkarte nach Wahl abwerfen: auf den Ablagestapel legen und 2 Gold erhalten. Eines von beiden.
- M2 Ein Charismaplättchen ersetzt 1 Gold eines Preises; Beispiel: „Rücksichtslos“ kostet 6: ein Charismaplättchen und 5 Gold. **Festlegung** Beliebig viele Charismaplättchen, nie unter 0.
- M3 Solange der Markt geöffnet ist, wird er nicht aufgefüllt.
- M4 Beliebig viele Rüstungen, Merkmale, Fähigkeiten (MM: Schriftrollen); Waffen belegen höchstens zwei Hände. Eigene Waffen dürfen jederzeit auf den Ablagestapel abgelegt werden.
- M5 Ein gekauftes Merkmal bewegt den Gesinnungsmarker sofort in Pfeilrichtung, wenn möglich.
- M6 Eine gekaufte Fähigkeit ist aufrecht und sofort benutzbar.
- M7 MM: Eine gekaufte Schriftrolle wirkt sofort und bleibt neben dem Charaktertableau liegen.
- M8 Nach dem Marktzug kommt die Initiativekarte an ihren Platz zurück.
- M9 Den Ablagestapel dürfen alle durchsehen.
- M10 **Festlegung** Bei leerem Markt bringt es 2 Gold, nicht zu kaufen, und nichts wird abgeworfen.
- M11 Beispiel: Die Spieler nahmen 2, 1, 3. Wer 1 hat, kauft zuerst; wer 2 hat, wirft die Lederhandschuhe für 2 Gold ab; wer 3 hat, wählt aus den zwei Karten, die von vieren übrig sind.
- M12 **Festlegung** Preis = aufgedruckte Kosten - alle Nachlässe, nicht unter 0; dann Charismaplättchen. „Schlösser öffnen“: aufgedruckte Kosten in Gold.
- M13 **Festlegung** Platz für eine Waffe wird vor dem Bezahlen geschaffen; eine dafür abgelegte Schwere Armbrust gibt keinen Nachlass.
- M14 **Festlegung** Ablauf eines Kaufs: Platz schaffen, bezahlen, Karte nehmen, Pfeil oder Effekt der Schriftrolle, eigene Auslöser in der vom Käufer gewählten Reihenfolge; ebenso bei Markt, Ablagestapel und Marktstapel.
- M15 **Festlegung** Effekte von Schriftrollen ohne „darfst“ oder „bis zu“ werden ausgeführt, so weit es geht; eine Schriftrolle darf auch gekauft werden, wenn sie nichts bewirkt.
- M16 **Festlegung** Barde: zweiter Kauf nur nach einem ersten; Nachlässe durch Karten gelten für beide, „Feilschen“ und jedes Charismaplättchen für einen; „Schlösser öffnen“ und „Leise bewegen“ gelten je für einen der beiden.
- M17 **Festlegung** Schlösser öffnen: Marktstapel leer: zuerst neu mischen (U4); nichts anzusehen: nur der Gesinnungsmarker bewegt sich; nicht gekauft: zurück nach oben, allein dem Benutzer bekannt, der Zug geht weiter. Gekauft: Das ist der Kauf des Zugs.
- M18 **Festlegung** Leise bewegen: Zur Wahl steht, was jetzt im Ablagestapel liegt. Wird nichts daraus gekauft, geht der Zug normal weiter, auch mit Abwerfen.
- M19 **Festlegung** „Feilschen“ wartet auf den nächsten Kauf oder Söldner des Zugs, für den ein Nachlass gelten kann, und verfällt mit dem Zug.
- M20 **Festlegung** Zeitpunkt \`own-market\`: im eigenen Marktzug, bevor dessen Wahl ausgeführt wird; „Feilschen“ auch in einer Jagd vor dem Anheuern; Barde auch vor dem zweiten Kauf.
- M21 **Festlegung** „Wenn du eine Marktkarte für Gold abwirfst“: jedes Nehmen von 2 Gold nach M1, M10, V4 oder durch den Verzauberer; nicht eigene Waffen, „Bannen“, Jagden, Aufräumphase.
- M22 **Festlegung** Druide: nach dem letzten Würfelzug (Solospiel: nach dem Wurf des Gegnerwürfels), vor dem ersten Marktzug; die Karte liegt ganz rechts und steht allen offen.
- M23 **Festlegung** Verzauberer: letzter Zug = höchste genommene Initiativezahl; nach jeder Art von Zug; keine Karte übrig: kein Gold; mit V4: 2 Gold, keine Karte.
- M24 **Festlegung** Verkleiden: Das andere Merkmal liegt jetzt im Markt oder Ablagestapel; das eigene nimmt dessen Platz ein; keines da: nur der Gesinnungsmarker bewegt sich.
- M25 **Festlegung** Taschendiebstahl, Energiefeld: Wer betroffen ist, steht fest, bevor etwas den Besitzer wechselt.
- M26 **Festlegung** Fingerfertigkeit: in eine andere Reihe mit Platz; die Lücke schließt sich nach links; keine solche Reihe: nur der Gesinnungsmarker bewegt sich.
- M27 **Festlegung** Schweben: Gold ist eine Farbe; genannt werden darf auch eine Art, von der sich nichts erhöhen lässt. „Trugbild“ und „Hypnose“ brauchen zwei Würfel.
- M28 **Festlegung** Bannen: jedes eigene Merkmal und jede eigene Waffe außer einem Rucksack mit Würfeln; was abgelegt ist, wirkt sofort nicht mehr.
- M29 **Festlegung** Alchemist: einmal im eigenen Marktzug, bevor etwas gekauft, abgeworfen oder gejagt wird; angeboten wird es, sobald und solange es in dieser Zeit möglich ist.

## U  Aufräumphase
- U1 Ungenutzte Charismaplättchen verfallen.
- U2 Jeder darf eine erschöpfte Fähigkeit erneuern, also aufrichten. **Festlegung** Gefragt wird vom Startspieler an im Uhrzeigersinn; wer übergangen wurde, weil nichts erschöpft war, und vor U3 eine Fähigkeit erschöpft, wird dann gefragt; das Gold des Klerikers kommt zuerst; Waldläufer zwei; „Wiederbeleben“ ist davon nicht begrenzt.
- U3 Der übrige Würfel kommt in den Beutel, übrige Marktkarten auf den Ablagestapel.
- U4 Ein neuer Markt wie in S8. Marktstapel leer: Der ganze Ablagestapel wird zum neuen Marktstapel gemischt, und das Aufdecken geht weiter.
- U5 1 Gold auf jede mittlere Initiativekarte, auf der keines liegt; nie mehr als 1.
- U6 Der Spieler zur Linken wird Startspieler.
- U7 **Festlegung** Nach der letzten Runde werden U1-U3 ausgeführt, U4-U6 nicht; dann folgt K6.

## K  Fähigkeiten
- K1 Benutzen: den Gesinnungsmarker in Pfeilrichtung bewegen, dann auf Wunsch den Effekt ausführen, dann die Karte erschöpfen.
- K2 Kann sich der Gesinnungsmarker nicht so bewegen oder ist die Karte erschöpft, ist sie nicht benutzbar.
- K3 Der Zeitpunkt ist frei, auch in den Zügen anderer, wenn die Karte ihn nicht einschränkt.
- K4 Je Spieler und Runde wird höchstens eine Fähigkeit erneuert, nur in der Aufräumphase.
- K5 **Festlegung** „Jederzeit“ = immer wenn das Spiel auf eine Entscheidung wartet, die nicht Teil eines laufenden Vorgangs ist. Solche Vorgänge sind: die Spielvorbereitung; R1-R2; eine Fähigkeit, Attributaktion, Schriftrolle oder Klassenfähigkeit von der ersten bis zur letzten Frage; eine Bezahlung mit Pfeil und Auslösern; ein Kampfwurf mit dem Neuwürfeln; alles nach K6. Alles andere ist offen: vor und nach D1, D2, D4, dem Wurf des Gegnerwürfels, jedem Marktzug, zwischen den Käufen des Barden, zwischen den Schritten einer Jagd vor ihrem Wurf, zwischen den Schritten der Aufräumphase. Offen ist es auch am Ende von etwas: Nach der Attributaktion des letzten Würfelzugs (erst dann endet die Würfelphase, D24) und nach dem letzten Marktzug (vor der Aufräumphase) wird jeder, der etwas tun könnte, noch einmal gefragt, vom Startspieler an im Uhrzeigersinn, bis alle nacheinander passen; eine im letzten Marktzug gekaufte Fähigkeit ist dadurch sofort benutzbar (M6). Eine Unterbrechung wird ganz ausgeführt; die wartende Entscheidung wird dann neu gestellt, mit den Möglichkeiten, die es nun gibt.
- K6 **Festlegung** Nach der letzten Runde (MM: vor den Würfelvorräten) hat jeder eine letzte Gelegenheit für Fähigkeiten, Ausgaben von EP, ungenutzte Klassenfähigkeiten „einmal pro Runde“ und das Ablegen von Waffen: vom Startspieler der letzten Runde an im Uhrzeigersinn, bis alle nacheinander passen.
- K7 **Festlegung** Eine Unterbrechung wird nicht unterbrochen. Es gilt, was zuerst eintrifft; ein Programm, das der Reihe nach fragt, geht im Uhrzeigersinn von dem Platz aus, auf den das Spiel wartet, und fragt Besitzer einer benutzbaren \`dice\`-Fähigkeit (oder von „Diplomatie“ für eine solche) einmal vor jedem D1.
- K8 **Festlegung** Eine Fähigkeit darf auch allein für die Bewegung des Gesinnungsmarkers benutzt werden, selbst wenn ihr Effekt unmöglich ist; ihr Zeitpunkt muss passen.
- K9 **Festlegung** Effekte sehen den neuen Platz des Gesinnungsmarkers. Eine erschöpfte Fähigkeit zählt als Besitz.
- K10 **Festlegung** „Einmal pro Runde“ reicht von R1 bis U6; K6 gehört zur letzten Runde.
- K11 **Festlegung** Diplomatie: jede aufrechte Fähigkeit eines Gegners, ohne Zustimmung; „du“ ist der Benutzer; der Zeitpunkt der fremden Fähigkeit muss für den Benutzer passen; sein Gesinnungsmarker muss ihrem Pfeil folgen können.
- K12 **Festlegung** Paladin: Kann sich der Gesinnungsmarker bewegen, muss er es (nur der Pfeil eines Merkmals darf missachtet werden). Assassine: bezahlt, damit die gerade benutzte Karte (bei „Diplomatie“: „Diplomatie“) aufrecht bleibt, einmal pro Runde.

## N  Hinweise zu Karten
- N1 Im Einklang (Druide): eine zusätzliche Karte aus dem Ablagestapel, die keine andere ersetzt.
- N2 Charmant (Barde): beide Käufe im eigenen Zug; ein Charismaplättchen gilt für einen; kein Abwerfen für Gold statt des zweiten Kaufs (EN, FR; DE schweigt: ebenso).
- N3 Klettern, Einschüchtern: nur Würfel auf freien Initiativekarten; dann sortieren wie R1-R2, gleiche Werte ordnet der Benutzer.
- N4 Diplomatie (EN, FR): Der Gesinnungsmarker des Benutzers bewegt sich; „Diplomatie“ wird erschöpft, die fremde Fähigkeit nicht; der Effekt darf weggelassen werden.
- N5 Juwelendolch, Langschwert: Für Attributziele können Würfel mehr als 6 zählen; kein Einfluss auf Merkmale, die Würfel ansehen. Beispiel: Juwelendolch, STR blaue 5, goldene 6, goldene 5: 18.
- N6 Leise bewegen: nicht kaufen und außerdem abwerfen; Charismaplättchen sind erlaubt; mit Schwerer Armbrust 1 weniger (EN, FR), nicht in DE.
- N7 Verhandeln: Gold für einen goldenen Würfel; dann sortieren, gleiche Werte ordnet der Benutzer.
- N8 Schlösser öffnen: keinerlei Nachlass; ein Merkmal bewegt den Gesinnungsmarker, wenn möglich.
- N9 Suchen: Der Blick in den Beutel ist erlaubt; Gold für einen goldenen Würfel. MM: Der neue Würfel muss den Wert zeigen können.
- N10 Fingerfertigkeit: keine Attributaktion, kein Gold für eine volle Reihe; Würfel rücken nach links.
- N11 Turmschild: bringt nichts ohne Rüstung oder mit lauter vollständigen Sets.
- N12 MM: Eine Jagd löst den Gesegneten Streitkolben nicht aus; „Mitfühlend“, „Ehrlich“, „Unausstehlich“ übergehen Boost-Würfel.
- N13 Rucksack (MM): bis zu vier Würfel, nie mehr als freie Felder; ein verstauter Würfel bringt keine Attributaktion und kein Gold für einen goldenen Würfel, bis er platziert wird; in einem Zug dürfen beliebig viele platziert werden; belegt keine Hand.
- N14 Verkleiden: Kein Pfeil der beiden Merkmale wirkt, nur der von „Verkleiden“ selbst (Böse).
- N15 Gepanzert (Ritter): auch nach einer Rüstung, die mit „Schlösser öffnen“ gekauft wurde.
- N16 „Schweben“ darf Boost-Würfel nennen.
- N17 Stachelkeule: Ihr EP kommt zu den 2 Gold hinzu.
- N18 Steinhaut (Gold), Erdbeben (EP): auf einem negativen Feld verlieren, was vorhanden ist, und die Karte behalten.
- N19 Purzelbaum: Der Würfel wird mit offenen Augen ausgesucht.
- N20 **Festlegung** Würfelzug mit Rucksack: Karte und Gold nehmen; dann in beliebiger Reihenfolge den genommenen Würfel platzieren oder verstauen und verstaute Würfel platzieren, jeder bringt dabei sein Gold; am Ende eine Attributaktion einer Reihe, in der in diesem Zug platziert wurde.
- N21 **Festlegung** Verstaute Würfel behalten ihren Wert und liegen offen; nichts, was das Charaktertableau ansieht, sieht sie.
- N22 **Festlegung** Im letzten Würfelzug muss alles platziert werden.
- N23 **Festlegung** Ein Rucksack mit Würfeln kann nicht abgelegt werden. Er zählt als Waffe mit 0 Händen.

## E  Spielende und Endabrechnung
- E1 Das Spiel endet mit der Runde, in der alle Reihen aller Spieler voll sind.
- E2 Attributziele: Würfel + Rasse + Waffen gegen das Ziel der Klasse: genau, von-bis oder mindestens.
- E3 1 Ansehensstern je Würfel der Klassenfarbe.
- E4 Die Ansehenssterne unter dem Gesinnungsmarker, auch negative.
- E5 Hintergrundgeschichte: Treffer in Farbe und Platz: 0-1: 0, 2-3: 1, 4-5: 3, 6: 6.
- E6 Rüstungen: je Set nach Zahl der Karten; +1 je Set bei passender Klassenfarbe. Beispiel: Kleriker mit vier Karten Kette: 7 + 1.
- E7 Merkmale.
- E8 Die meisten Ansehenssterne; dann das meiste Gold; dann die wenigsten Würfel der eigenen Klassenfarbe; dann geteilter Sieg.
- E9 **Festlegung** Boni durch Waffen sind nicht freiwillig (aber siehe M4); sie zählen für Attributziele und alles, was nach erfüllten Attributzielen fragt, nie für Merkmale oder Abenteuerkarten, die Würfel oder Reihensummen ansehen.
- E10 **Festlegung** Turmschild: ein begonnenes, unvollständiges Set, das einträglichste; für alles andere ist er keine Rüstung.
- E11 **Festlegung** Elementarist: Boost-Würfel zählen nur in E3, nicht für „Treu“, Zombie oder E8.
- E12 **Festlegung** Wertung eines unfertigen Charaktertableaus: Merkmale, die in einer Reihe höchstens so viel verlangen, brauchen eine volle Reihe, solche, die eine fehlende Klassenfarbe verlangen, ein volles Charaktertableau; alles andere zählt, wie es liegt.
- E13 **Festlegung** Das Gold für E8, „Gierig“, L6 ist, was nach K6 und dem Anheuern von Söldnern übrig ist.

## V  Varianten. V1-V4 lassen sich frei miteinander, mit der Erstausgabe, MM und dem Solospiel verbinden. **Festlegung** Mit Begründung abgelehnt: V7 mit MM; V5 oder V6 ohne MM; fünf Spieler ohne MM.
- V1 Weniger zufällige Spielvorbereitung: für jeden ein Würfel jeder Klassenfarbe; zu dritt ein goldener Würfel mehr, zu viert (und zu fünft) zwei.
- V2 Zufälliger Marktstapel: vor dem Aussortieren alles zusammen gemischt, gleich wie viele Punkte (aussortiert werden so viele Karten wie in S7 insgesamt).
- V3 Kurzes Spiel: zwei Startwürfel mehr (8/9/10; zu fünft 10); kein zusätzliches Gold aus S3 (das Gold aus S12 bleibt).
- V4 Freundlicher Markt: Wer 2 Gold nimmt, wirft keine Marktkarte ab; was durch Abwerfen ausgelöst wird, geschieht trotzdem.
- V5 MM Offene Abenteuerkarten: Zauberbuch und „Kräfte sammeln“ aus dem Spiel; die drei Karten liegen offen; keine Abenteuermarker, alle sind Berechtigte; die Trophäen 1-3 bringen nichts weiter, spätere 1 EP.
- V6 MM Schwierige Monster: Kampfstärken 1P; im Solospiel ändert sich nichts.
- V7 Erstausgabe (DE): 4 Rassen, 12 Hintergrundgeschichten, 13 Gesinnungen, 48 Marktkarten; S7, N6, L2.
- V8 Die andere Art, in MM Initiativekarten zu beanspruchen, ändert nur die Darstellung.
- V9 **Festlegung** V1 + V3: die festen Würfel und zwei zufällig gezogene. Im Solospiel wie zu zweit.

## L  Solospiel, Grundspiel
- L1 Spielvorbereitung wie zu zweit für ein Charaktertableau; „Diplomatie“ vor S7 aus dem Spiel; ein goldener Würfel als Gegnerwürfel beiseite; die oberste Karte des Marktstapels eröffnet den Müllstapel, nachdem der Markt ausliegt; sechs Startwürfel.
- L2 DE: alle Marktkarten zusammen gemischt, keine aussortiert; eine Karte eröffnet den Ablagestapel, eine den Müllstapel.
- L3 Nach dem Würfelzug: Karte 1: kein Wurf des Gegnerwürfels. Karte 2: bei 1 die linke, 2 die mittlere, 3 die rechte Marktkarte auf den Müllstapel, 4-6 nichts. Karte 3: 1-2 die linke, 3-4 die mittlere, 5-6 die rechte.
- L4 Kaufen oder für 2 Gold abwerfen; dann von den übrigen Karten die am weitesten links auf den Ablagestapel, die anderen auf den Müllstapel.
- L5 Der Gegnerwürfel bleibt beiseite. **Festlegung** Nichts holt etwas aus dem Müllstapel.
- L6 Endabrechnung wie üblich und 1 Ansehensstern je 8 Gold.
- L7 Rangtabelle: 38+ Ein wahrer Held, 34-37 Gildenleiter, 30-33 Koryphäe, 26-29 Abenteurer, 22-25 Tagelöhner, 21 oder weniger NPC.
- L8 **Festlegung** Der Spieler ist immer Startspieler; Plätze sind die des in dieser Runde ausgelegten Markts und bleiben leer, sobald sie geleert sind; die Karte des Druiden liegt auf dem nächsten Platz rechts.
- L9 **Festlegung** Effekte auf „Gegner“ bewirken nichts; der Zug des Spielers ist der letzte der Phase.

## X  Monsters & Minions
- X1 Bis zu fünf Spieler. Geänderte Spielvorbereitung: C2, S2 (acht Charaktertableaus), S3, S4, S7-S11. 16 Schergen, Teilstapel mit einem Punkt auf Teilstapel mit zwei Punkten, oberste Karte offen.
- X2 Monster: alle in der Klassenfarbe eines Spielers aus dem Spiel, von den übrigen eines zufällig (mit Schwarz, Rot, Weiß, Grün im Spiel: Schimäre oder Kraken). Dazu zufällig je ein Ort, ein Hindernis und ein Angriff dieses Monsters, ungesehen.
- X3 Marktzug: kaufen, für 2 Gold abwerfen oder auf die Jagd gehen.
- X4 Jagd: Für je 3 Gold kommt der oberste Scherge nach unten, und der nächste wird aufgedeckt; 1 Kampfwürfel und die Kampfwürfel der Schwäche nehmen; Söldner (je 1 Kampfwürfel) für 3 EP oder 5 Gold anheuern, ein Charismaplättchen spart je Söldner 1 Gold; werfen; für je 1 EP einen beliebigen Kampfwürfel neu würfeln, so oft wie gewünscht.
- X5 Die Zeile, die die Summe erreicht, bringt EP, Gold, Verletzungsmarker, Ehrenmarker und vielleicht die Trophäe.
- X6 Trophäe: die Karte behalten; sie bringt von Ort, Hindernis, Angriff das Nächste, das dem Spieler fehlt: den Abenteuermarker, und diese Karte sieht er allein; mit allen dreien: 1 EP. Keine Trophäe: Der Scherge kommt nach unten. Dann wird der nächste aufgedeckt.
- X7 Beispiel: Kobold, 4 Kampfwürfel (1 + 2 Würfel in DEX + 1 Söldner für 5 Gold), 1 2 3 4 = 10: 3 EP, 1 Ehrenmarker, Trophäe; ist der Ort bekannt, der Hindernismarker.
- X8 EP: 1 würfelt einen Kampfwürfel neu; 2 entfernen einen eigenen Verletzungsmarker; 3 heuern vor einem Kampfwurf einen Söldner an; 5 kaufen eine beliebige Attributaktion. Die Verwendungen für 2 und 5 enden mit der Charaktererschaffung; **Festlegung** bis dahin immer, wenn eine Fähigkeit benutzt werden darf.
- X9 Gesehene Abenteuerkarten dürfen wieder angesehen werden.
- X10 Ende: K6; jeder erhält 1 Kampfwürfel; Abenteuerkarten in der Reihenfolge Ort, Hindernis, Angriff für alle mit dem Abenteuermarker (Kampfwürfel oder EP), bei Gleichstand erhalten alle etwas; dann Söldner; dann die Kampfwürfe.
- X11 Würfelt ein Spieler nicht mehr neu, sind es Endgültige Würfel; Effekte auf Endgültige Würfel wirken; dann +1 je Ehrenmarker, -1 je Verletzungsmarker (Drache 2). Unter der Kampfstärke: keine Ansehenssterne; sonst nach der Tabelle des Monsters. Schimäre: Ein Neuwürfeln kostet 2 EP. Riesentroll: Sechsen werden neu gewürfelt.
- X12 Beispiel: Riesentroll, Kampfstärke 7: Die Summen 5, 11, 11, 19, 10 bringen 0, 2, 2, 6, 1 Ansehenssterne.
- X13 Endabrechnung und Gleichstände wie E.
- X14 **Festlegung** Kein Scherge mehr da: keine Jagd. Nur einer da: Er kann nicht nach unten. Nach unten gelegte Schergen kennen alle, in ihrer Reihenfolge.
- X15 **Festlegung** Eine begonnene Jagd wird beendet; die Kampfwürfel der Schwäche werden nach allem Aufdecken und vor dem Anheuern gezählt.
- X16 **Festlegung** Charismaplättchen bezahlen nie Aufdecken oder Preise in EP. Söldner in Gold: 5 (Kriegsherr 4), +1 gegen den Kraken in dessen Kampf (auch EP), -2 für jede Benutzung von „Feilschen“ (Assassine: zweimal zählt doppelt, M12), -1 für ein Charismaplättchen, nicht unter 0.
- X17 **Festlegung** EP aus einer Jagd kommen nach deren Neuwürfeln; Verletzungsmarker und Ehrenmarker heben sich nicht auf.
- X18 **Festlegung** Abenteuerkarten vergleichen nur Berechtigte, gezählt beim Aufdecken; „die meisten“ braucht mindestens 1, Reihensummen nichts; ein einziger Berechtigter hat die meisten und die wenigsten; im Solospiel muss auch die 1P-Zahl erfüllt sein.
- X19 **Festlegung** Würfelvorrat: 1 + Hellebarde. Abenteuerkarten für alle, dann heuert jeder an, dann wirft jeder und schließt ab: vom Startspieler der letzten Runde an im Uhrzeigersinn.
- X20 **Festlegung** Riesentroll: nach jedem Wurf oder Neuwürfeln, bis keine Sechs mehr liegt. Vampir: Ein Würfel, der 1 zeigt, bleibt. Dämon: wirkt auf Endgültige Würfel vor den Ehrenmarkern.
- X21 **Festlegung** Zeile „Gut“ = oberste Zeile. Die erste Trophäe des Psionikers bringt das Hindernis; das Zauberbuch übergeht den Abenteuermarker, den der Psioniker in der Spielvorbereitung nimmt.

## Y  Solospiel mit Monsters & Minions
- Y1 Wie L1, aber: „Diplomatie“, Zauberbuch, „Energiefeld“ aus dem Spiel; ein Ablagestapel von 28 (14 je Teilstapel); vier Marktkarten; zwei goldene Gegnerwürfel; Monster 1P (X2 gilt); Abenteuerkarten und Schergen wie zu zweit.
- Y2 Karte 1: kein Wurf; 2: ein Gegnerwürfel; 3: beide, bei gleichem Ergebnis einen neu würfeln, bis sie sich unterscheiden. 1-4: die Karte auf diesem Marktplatz auf den Müllstapel; 5-6: der oberste Scherge nach unten, der nächste aufgedeckt. **Festlegung** In aufsteigender Reihenfolge.
- Y3 Marktphase wie L4 oder Jagd.
- Y4 1P-Bedingungen auf Abenteuerkarten („Mahlstrom“ [Max 2]: höchstens zwei Rüstungen).
- Y5 Summe unter der Kampfstärke: Der Held stirbt, und das Spiel ist sofort verloren. Sonst Ansehenssterne, dann Endabrechnung mit 1 Ansehensstern je 8 Gold.
- Y6 Rangtabelle: 44+ Monstertöter, 40-43 Ein wahrer Held, 36-39 Gildenleiter, 32-35 Koryphäe, 28-31 Abenteurer, 24-27 Tagelöhner, 23 oder weniger NPC.

Grenzfälle, die einen Test wert sind (berechnet, übliche Spieldauer): Der Beutel ist nach dem letzten Wurf zu viert (Grundspiel) und zu fünft (MM) leer; der Erstausgabe fehlen zu viert zwei Marktkarten für den letzten Markt (U4); das Solospiel mit MM endet mit leerem Marktstapel, mit V5 fehlt eine Karte.
`;export{e as default};