var e=`# Les règles, numérotées

Ce que disent les cinq livrets de règles publiés, avec nos propres mots et un numéro par règle, pour que le code, les tests et les scénarios puissent la nommer\xA0; [rulings.md](rulings.md) indique
lesquels montrent chaque règle. Là où les textes se taisent ou se contredisent, **Décision** marque ce que nous faisons. Les mêmes règles sous les mêmes numéros\xA0: [in English](rules.md), [auf Deutsch](rules.de.md).
Sources\xA0: EN = jeu de base anglais, SUM = son résumé, DE = première édition allemande, FR = jeu de base français, MM = Monsters & Minions (anglais). Données des cartes\xA0: \`src/rollplayer/content/\`, celles des extensions\xA0: \`src/rollplayer/expansions/*/content/\`. Une carte l’emporte sur une règle.
Les sources se contredisent sans conséquence\xA0: l’exemple de Marché de DE donne la carte 2 au premier acheteur (c’est la 1)\xA0; FR fait des Gants de Cuir une Arme\xA0; SUM dit «\xA0décroissant\xA0» mais met le dé le plus bas sur la 1\xA0; DE rend les cartes Initiative lors de la Phase d’Entretien, EN/FR après chaque tour de Marché\xA0; DE/FR ne mentionnent pas d’or venant des Armes, EN si\xA0; le barème du solitaire de base n’existe en toutes lettres que dans DE.

## Un tour de jeu en cinq lignes
1. Pioche\xA0: on pioche et lance un dé par carte Initiative\xA0; le plus bas va sur la carte 1, le suivant sur la carte 2, et ainsi de suite (R1).
2. Développement\xA0: à tour de rôle, prenez une carte avec son dé et son or (D1, D3), et placez le dé dans une ligne qui a de la place (D2).
3. Action\xA0: la ligne choisie vous permet ensuite de modifier des dés, de déplacer votre pion Alignement ou de prendre un jeton Charisme (D4).
4. Marché\xA0: la carte au numéro le plus bas commence. Achetez une carte, ou défaussez-en une pour 2 pièces d’or (M1).
5. Entretien\xA0: restaurez une Compétence engagée\xA0; un nouveau Marché est révélé (U2, U4). Quand les 18 emplacements sont pleins, le plus d’étoiles l’emporte (E1, E8).

Exemple\xA0: votre objectif de Force est de 16 à 17, et la ligne contient \`red5\` \`blue6\`. Vous prenez la carte 2 avec \`green2\` et 1 pièce d’or.
Placé en Force, cela donne \`red5\` \`blue6\` \`green2\`, soit 13. La ligne est complète et rapporte encore 1 pièce d’or.
L’action de Force retourne un dé sur sa face opposée\xA0: le 2 devient un 5. Désormais, \`red5\` \`blue6\` \`green5\` font 16, et l’objectif est atteint.

## C  Matériel
- C0 De deux à quatre joueurs\xA0; un seul selon les règles du solitaire (L)\xA0; cinq seulement avec Monsters & Minions, qui a ses propres règles du solitaire (Y). Un joueur par couleur de Classe.
- C1 73 dés de Caractéristique\xA0: 10 de chacune des couleurs vert, bleu, rouge, violet, noir, blanc\xA0; 13 dés Or. Faces 1 à 6.
- C2 MM ajoute 1 dé de chacune des 7 couleurs et 11 dés Boost (faces 3 à 8, sans couleur)\xA0: 91 dés dans le sac.
- C3 Une Fiche de Personnage a six lignes (STR DEX CON INT WIS CHA) de trois emplacements\xA0: 18 dés\xA0; les lignes se remplissent depuis la gauche. Deux côtés (masculin, féminin), sans effet sur le jeu.
- C4 **Décision** Les pièces d’or, les jetons Charisme, Honneur et Blessure, l’XP et les dés de Combat ne sont pas limités au matériel de la boîte.
- C5 Grille d’Alignement de 3 × 3 cases\xA0; Bon en haut, Mauvais en bas, Loyal à gauche, Chaotique à droite\xA0; le pion part du centre, avance case par case, à la verticale ou à l’horizontale, et ne quitte jamais la grille.
- C6 La face opposée à f est 7 − f\xA0; **Décision** sur un dé Boost, 11 − f.
- C7 MM\xA0: les dés de Combat ont les faces 1 à 6 (d’après les exemples) et ne vont jamais dans le sac.

## S  Mise en place
- S1 Chacun lance un dé\xA0; le plus haut est Premier Joueur. **Décision** les ex æquo les plus hauts relancent entre eux.
- S2 Dans l’ordre à partir du Premier Joueur, chacun choisit une Race libre et un côté.
- S3 Chacun prend 5 pièces d’or\xA0; le troisième dans l’ordre +1, le quatrième +2. À cinq joueurs (MM)\xA0: pas d’or supplémentaire, pour personne.
- S4 Classe, par défaut\xA0: dans l’ordre, chacun pioche un dé et choisit l’une des Classes de cette couleur (deux\xA0; avec MM, quatre) avant que le suivant pioche. Dé Or, dé Boost ou couleur déjà prise\xA0: on le met de côté et on pioche à nouveau, sans gagner d’or. Tous les dés retournent dans le sac quand le dernier a sa Classe.
- S5 Classe, options\xA0: *choix à rebours* (EN\xA0: le dernier joueur d’abord, le Premier Joueur en dernier) et *choix dans l’ordre* (FR\xA0; DE à titre d’exemple).
- S6 Une carte Antécédents et une carte Alignement à chacun\xA0; les autres quittent la partie. Toutes deux sont visibles.
- S7 Pioche Marché\xA0: la pile à un point sur la pile à deux points, chacune mélangée, après avoir mis au hasard des cartes dans la défausse, par pile\xA0: jeu de base 7 à deux joueurs, 3 à trois, 0 à quatre\xA0; MM 14 à un ou deux, 10 à trois, 8 à quatre, 3 à cinq. Première édition\xA0: aucune.
- S8 Marché\xA0: joueurs + 1 cartes face visible (MM\xA0: joueurs + 2).
- S9 Les cartes Initiative de 1 à joueurs + 1, en rangée.
- S10 Chaque carte Initiative, sauf les deux des extrémités, reçoit 1 pièce d’or.
- S11 Dés de départ piochés dans le sac\xA0: joueurs + 4 chacun (6/7/8 à 2/3/4)\xA0; 8 à cinq joueurs.
- S12 Ils sont lancés et tous placés, les lignes se remplissant depuis la gauche. Pas d’action de Caractéristique. 1 pièce d’or par ligne complète, 2 par dé Or (Voleur 4).
- S13 Le Premier Joueur commence.
- S14 **Décision** Tous piochent et lancent avant que quiconque place\xA0; puis, à partir du Premier Joueur, chacun dispose librement tous ses dés jusqu’au dernier\xA0; l’or de S12 vient ensuite.
- S15 **Décision** Les cartes déplacées en S7 sont face visible dans la défausse, utilisables dès le premier tour de jeu.

## R  Phase de Pioche
- R1 On pioche et lance autant de dés qu’il y a de cartes Initiative, et on les y pose par valeur croissante\xA0: le plus bas sur la 1.
- R2 Le Premier Joueur ordonne les valeurs égales.
- R3 Exemple\xA0: trois joueurs, 6 vert, 1 rouge, 4 Or, 6 violet\xA0: le rouge sur la 1, l’Or sur la 2, les six sur la 3 et la 4 au gré du Premier Joueur.

## D  Phase de Développement, à partir du Premier Joueur dans le sens horaire
- D1 Prenez une des cartes Initiative disponibles et ce qui s’y trouve.
- D2 Placez son dé dans n’importe quelle ligne qui a de la place.
- D3 Gagnez l’or de la carte\xA0; 1 pièce d’or si la ligne est maintenant complète\xA0; 2 pour un dé Or.
- D4 Puis une action de Caractéristique de cette ligne, ou aucune\xA0; une seule par joueur et par Phase de Développement\xA0; elle peut porter sur le dé qui vient d’être placé ou sur tout autre.
- D5 STR\xA0: retournez un dé sur sa face opposée.
- D6 DEX\xA0: intervertissez deux dés, valeurs inchangées\xA0; jamais avec un emplacement libre.
- D7 CON\xA0: augmentez ou diminuez un dé de un, sans dépasser sa face la plus basse ou la plus haute.
- D8 INT\xA0: relancez un dé, gardez la nouvelle ou l’ancienne valeur, au même emplacement.
- D9 WIS\xA0: déplacez le pion Alignement d’une case.
- D10 CHA\xA0: un jeton Charisme pour la Phase de Marché de ce tour de jeu.
- D11 Les dés déplacés ou modifiés par une action de Caractéristique n’en déclenchent pas d’autre. **Décision** pas d’or non plus\xA0: déplacer ou tourner n’est jamais placer. Exemple\xA0: intervertir un dé de CHA et un dé de STR ne déclenche aucune des deux lignes.
- D12 Quand tous ont joué leur tour, il reste une carte Initiative avec son dé.
- D13 Exemple\xA0: carte 2 avec sa pièce d’or et un dé Or, placé sur le deuxième emplacement de STR\xA0: 3 pièces d’or en tout\xA0; l’action de STR retourne un dé bleu de CON de 1 à 6.
- D14 **Décision** La limite de D4 concerne l’action qui vient avec le placement. Les actions dues aux Compétences, aux Parchemins, aux Classes ou à l’XP s’y ajoutent, dans toutes les phases.
- D15 **Décision** Ce qui modifie une action de Caractéristique (Bâton de Combat, Moine, Ensorceleur, Barbare, Prêtre) s’applique d’où que vienne l’action\xA0; Acrobaties, Soin des Blessures, Connaissances, Hypnose, Enchantement, Réalignement, Masse Bénie ne sont pas des actions de Caractéristique.
- D16 **Décision** «\xA0Jusqu’à deux/trois dés\xA0»\xA0: ce sont des dés différents\xA0; chaque relance est décidée avant de lancer la suivante.
- D17 **Décision** «\xA0Sur votre Fiche de Personnage\xA0» désigne les 18 emplacements\xA0: ni le Sac à Dos, ni un dé pris mais pas encore placé.
- D18 **Décision** Un dé apporté par Recherche, Négocier ou Culbute prend l’emplacement de l’ancien\xA0: l’or d’un dé Or (même si l’ancien était Or), pas d’or pour une ligne complète, pas d’action, pas de pouvoir du Magicien. Il quitte le sac avant que l’ancien y entre.
- D19 **Décision** Si aucun dé du sac ne convient, seul le pion se déplace.
- D20 **Décision** Dés Boost\xA0: relance de 3 à 8, limites 3 et 8\xA0; triés par valeur comme les autres\xA0; comptent pour les totaux de ligne, Concentré, «\xA0montre 6\xA0» (exactement 6) et «\xA05 ou plus\xA0»\xA0; jamais pour les couleurs, les Antécédents, Fidèle, Honnête, Odieux, Obsédé, Compatissant.
- D21 **Décision** Placer un dé sur le troisième emplacement d’une ligne rapporte chaque fois, même après que Tour de Passe-Passe l’a rouvert.
- D22 **Décision** Un jeton Charisme pris après son propre tour de Marché est perdu en U1\xA0; pris après U1, aussitôt.
- D23 **Décision** Le nouveau tri après Grimper, Intimider, Négocier ne déplace que les dés\xA0; l’or reste sur sa carte.
- D24 **Décision** Le moment \`dice\` va de la fin de R2 à la fin du dernier tour de Développement, son action de Caractéristique et l’occasion qui la suit comprises (K5\xA0; en solitaire\xA0: jusqu’au lancer du dé Ennemi, quelle que soit la carte prise)\xA0; la carte restante demeure disponible jusqu’au bout.

## M  Phase de Marché, par numéro d’Initiative croissant
- M1 Achetez une carte du Marché pour son coût, ou mettez une carte du Marché de votre choix dans la défausse et gagnez 2 pièces d’or. L’un ou l’autre.
- M2 Un jeton Charisme remplace 1 pièce d’or d’un prix\xA0; exemple\xA0: Téméraire coûte 6\xA0: un jeton et 5 pièces d’or. **Décision** autant de jetons que l’on veut, jamais sous 0.
- M3 Le Marché n’est pas complété tant qu’il est ouvert.
- M4 Autant d’Armures, de Traits de caractère et de Compétences (MM\xA0: et de Parchemins) que l’on veut\xA0; les Armes occupent au plus deux mains. On peut défausser ses propres Armes à tout moment.
- M5 Un Trait de caractère acheté déplace aussitôt le pion selon sa flèche, si possible.
- M6 Une Compétence achetée est redressée et peut être activée aussitôt.
- M7 MM\xA0: un Parchemin acheté agit aussitôt et reste à côté de la Fiche de Personnage.
- M8 Après le tour, la carte Initiative retourne dans la rangée.
- M9 Tous peuvent consulter la défausse.
- M10 **Décision** Si le Marché est vide, ne pas acheter rapporte 2 pièces d’or et ne défausse rien.
- M11 Exemple\xA0: les joueurs ont pris 2, 1, 3. Celui qui a la 1 achète en premier, celui qui a la 2 défausse les Gants de Cuir pour 2 pièces d’or, celui qui a la 3 choisit entre les deux cartes restantes sur quatre.
- M12 **Décision** Prix = coût imprimé − toutes les réductions, jamais sous 0\xA0; puis les jetons. Crochetage\xA0: coût imprimé, en pièces d’or.
- M13 **Décision** On fait place à une Arme avant de payer\xA0; une Arbalète Lourde défaussée pour cela ne donne pas de réduction.
- M14 **Décision** Ordre d’un achat\xA0: faire place, payer, recevoir la carte, flèche ou effet du Parchemin, effets déclenchés chez l’acheteur dans l’ordre de son choix\xA0; de même pour le Marché, la défausse et la pioche.
- M15 **Décision** Les effets de Parchemin sans «\xA0pouvez\xA0», «\xA0jusqu’à\xA0» ni «\xA0au plus\xA0» ont lieu autant que possible\xA0; on peut acheter un Parchemin même s’il ne fait rien.
- M16 **Décision** Barde\xA0: le deuxième achat seulement après un premier\xA0; les réductions des cartes valent pour les deux, Marchander et chaque jeton pour un seul\xA0; Crochetage et Déplacement silencieux servent chacun à l’un des deux.
- M17 **Décision** Crochetage\xA0: pioche vide\xA0: on mélange d’abord la défausse (U4)\xA0; rien à voir\xA0: seul le pion se déplace\xA0; carte non achetée\xA0: elle retourne sur la pioche, connue de ce seul joueur, et le tour continue. Achetée\xA0: c’est l’achat du tour.
- M18 **Décision** Déplacement silencieux\xA0: tout ce qui est alors dans la défausse. Si rien n’y est acheté, le tour continue normalement, avec la possibilité de défausser.
- M19 **Décision** Marchander attend le prochain achat ou mercenaire du tour qui peut en profiter et se perd avec le tour.
- M20 **Décision** Moment \`own-market\`\xA0: son propre tour de Marché, avant que le choix en soit réalisé\xA0; Marchander aussi lors d’une Chasse, avant d’engager\xA0; le Barde aussi avant le deuxième achat.
- M21 **Décision** «\xA0Quand vous défaussez une carte du Marché pour de l’or\xA0»\xA0: chaque prise de 2 pièces d’or par M1, M10, V4 ou l’Enchanteur\xA0; ni ses propres Armes, ni Dissipation, ni les Chasses, ni la Phase d’Entretien.
- M22 **Décision** Druide\xA0: après le dernier tour de Développement (en solitaire\xA0: le lancer du dé Ennemi), avant le premier tour de Marché\xA0; la carte se place tout à droite, offerte à tous.
- M23 **Décision** Enchanteur\xA0: le dernier est le plus grand numéro d’Initiative pris\xA0; après un tour de n’importe quelle sorte\xA0; sans carte restante\xA0: pas d’or\xA0; avec V4\xA0: 2 pièces d’or, et la carte reste.
- M24 **Décision** Déguisement\xA0: l’autre Trait de caractère est alors dans le Marché ou la défausse\xA0; le vôtre prend sa place\xA0; s’il n’y en a pas, seul le pion se déplace.
- M25 **Décision** Vol à la Tire, Champ d’Énergie\xA0: on détermine qui est concerné avant tout mouvement.
- M26 **Décision** Tour de Passe-Passe\xA0: vers une autre ligne qui a de la place\xA0; le trou se ferme vers la gauche\xA0; s’il n’y en a pas, seul le pion se déplace.
- M27 **Décision** Lévitation\xA0: l’or est une couleur\xA0; on peut nommer une sorte dont rien ne peut monter. Mirage et Hypnose demandent deux dés.
- M28 **Décision** Dissipation\xA0: n’importe lesquels de ses propres Traits de caractère et Armes, sauf un Sac à Dos contenant des dés\xA0; ce qui est perdu cesse aussitôt d’agir.
- M29 **Décision** Alchimiste\xA0: une fois lors de son propre tour de Marché, avant tout achat, toute défausse et toute Chasse\xA0; proposé dès que c’est possible et tant que ce l’est durant ce temps.

## U  Phase d’Entretien
- U1 Les jetons Charisme inutilisés sont défaussés.
- U2 Chaque joueur peut restaurer une Compétence engagée. **Décision** on demande dans le sens horaire à partir du Premier Joueur\xA0; qui a été passé parce qu’il n’avait rien d’engagé et engage une Compétence avant U3 est alors interrogé\xA0; l’or du Clerc vient d’abord\xA0; le Rôdeur deux\xA0; Ranimer échappe à cette limite.
- U3 Le dé restant va dans le sac, les cartes restantes du Marché vont dans la défausse.
- U4 Un nouveau Marché comme en S8. Pioche vide\xA0: toute la défausse, mélangée, devient la nouvelle pioche, et l’on continue.
- U5 1 pièce d’or sur chaque carte Initiative du milieu qui n’en a pas\xA0; jamais plus de 1.
- U6 Le voisin de gauche devient Premier Joueur.
- U7 **Décision** Après le dernier tour de jeu, on fait U1 à U3, mais pas U4 à U6\xA0; puis K6.

## K  Compétences
- K1 Activer\xA0: déplacez le pion selon la flèche, réalisez ensuite l’effet si vous le voulez, puis engagez la carte.
- K2 Si le pion ne peut pas se déplacer ainsi, ou si la carte est engagée\xA0: pas d’activation.
- K3 Le moment est libre, même pendant le tour des autres, sauf si la carte le limite.
- K4 Au plus une Compétence par joueur et par tour de jeu est restaurée, seulement lors de la Phase d’Entretien.
- K5 **Décision** «\xA0À tout moment\xA0» = chaque fois que le jeu attend une décision qui n’est pas à l’intérieur de quelque chose. Sont à l’intérieur\xA0: la mise en place\xA0; R1 et R2\xA0; une Compétence, une action de Caractéristique, un Parchemin ou un pouvoir, de la première à la dernière question\xA0; un paiement avec sa flèche et ses effets déclenchés\xA0; un lancer de Combat avec ses relances\xA0; tout ce qui suit K6. Tout le reste est ouvert\xA0: avant et après D1, D2, D4, le lancer du dé Ennemi, chaque tour de Marché, entre les achats du Barde, entre les étapes d’une Chasse avant son lancer, entre les étapes de la Phase d’Entretien. C’est ouvert aussi à la fin de quelque chose\xA0: après l’action de Caractéristique du dernier tour de Développement (la Phase de Développement ne finit qu’alors, D24) et après le dernier tour de Marché (avant la Phase d’Entretien), on interroge encore une fois chaque joueur qui pourrait faire quelque chose, dans le sens horaire à partir du Premier Joueur, jusqu’à ce que tous passent à la suite\xA0; une Compétence achetée au dernier tour de Marché peut ainsi être activée aussitôt (M6). Une interruption est résolue en entier\xA0; la décision en attente est ensuite posée à nouveau, avec ses options telles qu’elles sont alors.
- K6 **Décision** Quand le dernier tour de jeu est fini (MM\xA0: avant les réserves de dés), chacun a une dernière chance pour les Compétences, les actions par XP, les pouvoirs «\xA0une fois par tour de jeu\xA0» inutilisés et la défausse d’Armes\xA0: dans le sens horaire à partir du dernier Premier Joueur, jusqu’à ce que tous passent à la suite.
- K7 **Décision** On n’interrompt pas une interruption. L’ordre d’arrivée décide\xA0; un programme qui interroge à tour de rôle va dans le sens horaire à partir de la place que le jeu attend, et interroge une fois avant chaque D1 ceux qui ont une Compétence \`dice\` activable (ou Diplomatie pour en activer une).
- K8 **Décision** On peut activer une Compétence pour le seul déplacement du pion, même si son effet est impossible\xA0; son moment doit convenir.
- K9 **Décision** Les effets voient la nouvelle place du pion. Une Compétence engagée compte comme possédée.
- K10 **Décision** «\xA0Une fois par tour de jeu\xA0» va de R1 à U6\xA0; K6 fait partie du dernier tour de jeu.
- K11 **Décision** Diplomatie\xA0: n’importe quelle Compétence redressée d’un adversaire, sans son accord\xA0; «\xA0vous\xA0» est celui qui l’active\xA0; le moment de la Compétence visée doit lui convenir\xA0; son pion doit pouvoir suivre la flèche de celle-ci.
- K12 **Décision** Paladin\xA0: si le pion peut se déplacer, il le doit (seule la flèche d’un Trait de caractère peut être ignorée). Assassin\xA0: paie pour laisser redressée la carte qui vient d’être activée (avec Diplomatie\xA0: Diplomatie), une fois par tour de jeu.

## N  Notes sur les cartes
- N1 En harmonie (Druide)\xA0: une carte supplémentaire de la défausse, qui n’en remplace aucune.
- N2 Charmant (Barde)\xA0: les deux achats à son propre tour\xA0; un jeton sert à un seul\xA0; ce pouvoir ne permet pas de défausser pour de l’or (EN, FR\xA0; DE n’en dit rien\xA0: de même).
- N3 Grimper, Intimider\xA0: seulement les dés des cartes Initiative disponibles\xA0; puis on trie comme en R1 et R2, celui qui active la Compétence ordonnant les valeurs égales.
- N4 Diplomatie (EN, FR)\xA0: le pion de celui qui l’active se déplace\xA0; Diplomatie est engagée, pas la Compétence visée\xA0; on peut renoncer à l’effet.
- N5 Dague Sertie, Longue Épée\xA0: un dé peut compter plus de 6 pour les objectifs\xA0; sans effet sur les Traits de caractère qui regardent les dés. Exemple\xA0: Dague Sertie, STR 5 bleu, 6 Or, 5 Or\xA0: 18.
- N6 Déplacement silencieux\xA0: on ne peut pas à la fois acheter et défausser\xA0; les jetons sont permis\xA0; avec l’Arbalète Lourde 1 de moins (EN, FR), pas dans DE.
- N7 Négocier\xA0: de l’or pour un dé Or\xA0; puis on trie, celui qui active la Compétence ordonnant les valeurs égales.
- N8 Crochetage\xA0: aucune réduction\xA0; un Trait de caractère déplace le pion si possible.
- N9 Recherche\xA0: on peut regarder dans le sac\xA0; de l’or pour un dé Or. MM\xA0: le nouveau dé doit pouvoir montrer la valeur.
- N10 Tour de Passe-Passe\xA0: pas d’action de Caractéristique, pas d’or pour une ligne ainsi complétée\xA0; les dés glissent vers la gauche.
- N11 Écu Solaire\xA0: rien sans Armure, ni avec seulement des ensembles complets.
- N12 MM\xA0: une Chasse ne déclenche pas la Masse Bénie\xA0; Compatissant, Honnête, Odieux ignorent les dés Boost.
- N13 Sac à Dos (MM)\xA0: jusqu’à quatre dés, jamais plus que les emplacements libres\xA0; un dé rangé ne donne ni action ni or de dé Or avant d’être placé\xA0; on peut en placer autant que l’on veut en un tour\xA0; aucune main.
- N14 Déguisement\xA0: aucune flèche des deux Traits de caractère n’agit, seule celle de Déguisement (Mauvais) le fait.
- N15 Cuirassé (Chevalier)\xA0: aussi après une Armure achetée avec Crochetage.
- N16 Lévitation peut nommer les dés Boost.
- N17 Gourdin à Pointes\xA0: son XP s’ajoute aux 2 pièces d’or.
- N18 Peau de Pierre (or), Séisme (XP)\xA0: sur une case négative, perdez ce que vous pouvez et gardez la carte.
- N19 Culbute\xA0: le dé est choisi les yeux ouverts.
- N20 **Décision** Tour de Développement avec un Sac à Dos\xA0: prenez la carte et l’or\xA0; puis, dans l’ordre de votre choix, placez ou rangez le dé pris et placez des dés rangés, chacun rapportant son or\xA0; à la fin, une action de Caractéristique d’une ligne où vous avez placé à ce tour.
- N21 **Décision** Les dés rangés gardent leur valeur, restent visibles, et rien de ce qui regarde la Fiche de Personnage ne les voit.
- N22 **Décision** Au dernier tour de Développement, tout doit être placé.
- N23 **Décision** Un Sac à Dos contenant des dés ne peut pas être défaussé. Il compte comme une Arme de 0 main.

## E  Fin de partie et décompte
- E1 La partie s’achève avec le tour de jeu où toutes les lignes de tous les joueurs sont complètes.
- E2 Objectifs de Caractéristique\xA0: dés + Race + Armes face à l’objectif de la Classe\xA0: valeur exacte, intervalle ou minimum.
- E3 1 étoile (point de réputation) par dé de la couleur de Classe.
- E4 Les étoiles sous le pion Alignement, dont le nombre peut être négatif.
- E5 Antécédents\xA0: dés concordants par la couleur et l’emplacement\xA0: 0-1\xA0: 0, 2-3\xA0: 1, 4-5\xA0: 3, 6\xA0: 6.
- E6 Armures\xA0: par ensemble, selon le nombre de cartes\xA0; +1 par ensemble si la couleur de Classe convient. Exemple\xA0: Clerc avec quatre cartes de Maille\xA0: 7 + 1.
- E7 Traits de caractère.
- E8 Le plus d’étoiles\xA0; puis le plus de pièces d’or\xA0; puis le moins de dés de sa propre couleur de Classe\xA0; puis victoire partagée.
- E9 **Décision** Les bonus des Armes ne sont pas facultatifs (mais voir M4)\xA0; ils comptent pour les objectifs et pour ce qui demande combien sont atteints, jamais pour les Traits de caractère ou les cartes Aventure qui regardent les dés ou le total d’une ligne.
- E10 **Décision** Écu Solaire\xA0: un ensemble commencé et incomplet, le meilleur\xA0; pour tout le reste, ce n’est pas une Armure.
- E11 **Décision** Élémentaliste\xA0: les dés Boost ne comptent qu’en E3, pas pour Fidèle, Zombie ni E8.
- E12 **Décision** Décompte d’une Fiche de Personnage inachevée\xA0: les Traits de caractère à total maximal d’une ligne exigent une ligne complète, celui de la couleur de Classe manquante une Fiche de Personnage complète\xA0; le reste compte tel quel.
- E13 **Décision** L’or pour E8, Cupide et L6 est celui qui reste après K6 et les mercenaires.

## V  Variantes. V1 à V4 se combinent librement entre elles et avec la première édition, MM et le solitaire. **Décision** refusés, avec la raison\xA0: V7 avec MM\xA0; V5 ou V6 sans MM\xA0; cinq joueurs sans MM.
- V1 Même chance pour tout le monde\xA0: à chacun un dé de chaque couleur de Classe\xA0; à trois joueurs un dé Or de plus, à quatre (et cinq) deux.
- V2 Souk\xA0: un seul mélange, quels que soient les points, avant de retirer des cartes (autant que S7 en retire en tout).
- V3 Partie courte\xA0: deux dés de départ de plus (8/9/10\xA0; 10 à cinq joueurs)\xA0; pas de bonus de S3 (l’or de S12 reste).
- V4 Marché amical\xA0: prendre 2 pièces d’or ne défausse aucune carte du Marché\xA0; ce que cela déclenche a lieu quand même.
- V5 MM Cartes Aventure visibles\xA0: Grimoire et Concentration du Pouvoir retirés\xA0; les trois cartes sont visibles\xA0; pas de jetons, tous éligibles\xA0; les Trophées 1 à 3 n’apportent rien de plus, les suivants 1 XP.
- V6 MM Monstres difficiles\xA0: Puissances 1P\xA0; rien ne change en solitaire.
- V7 Première édition (DE)\xA0: 4 Races, 12 Antécédents, 13 Alignements, 48 cartes Marché\xA0; S7, N6, L2.
- V8 L’autre façon, dans MM, de prendre les cartes Initiative ne change que ce qui est montré.
- V9 **Décision** V1 + V3\xA0: les dés fixes plus deux piochés au hasard. En solitaire, comme à deux joueurs.

## L  Solitaire, jeu de base
- L1 Mise en place à deux joueurs pour une seule Fiche de Personnage\xA0; Diplomatie retirée avant S7\xA0; un dé Or mis de côté comme dé Ennemi\xA0; la première carte de la pioche ouvre la poubelle une fois le Marché posé\xA0; six dés de départ.
- L2 DE\xA0: toutes les cartes Marché mélangées ensemble, aucune retirée\xA0; une carte ouvre la défausse, une autre la poubelle.
- L3 Après le tour de Développement\xA0: carte 1\xA0: pas de lancer du dé Ennemi. Carte 2\xA0: sur 1 la carte de gauche du Marché va dans la poubelle, sur 2 celle du milieu, sur 3 celle de droite, sur 4 à 6 rien. Carte 3\xA0: 1-2 gauche, 3-4 milieu, 5-6 droite.
- L4 Achetez, ou défaussez pour 2 pièces d’or\xA0; puis la carte restante la plus à gauche va dans la défausse, les autres vont dans la poubelle.
- L5 Le dé Ennemi reste de côté. **Décision** rien ne se reprend dans la poubelle.
- L6 Décompte habituel, plus 1 étoile par groupe de 8 pièces d’or.
- L7 Barème\xA0: 38+ Vrai Héros, 34-37 Chef de Clan, 30-33 Sommité, 26-29 Aventurier, 22-25 Homme de main, 21 ou moins PNJ.
- L8 **Décision** Le joueur est toujours Premier Joueur\xA0; les places sont celles du Marché tel qu’il a été posé à ce tour de jeu et restent vides une fois vidées\xA0; la carte du Druide prend la place suivante à droite.
- L9 **Décision** Les effets sur un «\xA0adversaire\xA0» ne font rien\xA0; le tour du joueur est le dernier de la phase.

## X  Monsters & Minions
- X1 Jusqu’à cinq joueurs. Changements à la mise en place\xA0: C2, S2 (huit Fiches de Personnage), S3, S4, S7 à S11. 16 Sbires, la pile à un point sur la pile à deux points, première carte visible.
- X2 Monstre\xA0: ceux de la couleur de Classe d’un joueur sont écartés, un des autres est tiré au hasard (noir, rouge, blanc, vert en jeu\xA0: Chimère ou Kraken). De celui-ci, un Lieu, un Obstacle et une Attaque au hasard, sans les regarder.
- X3 Tour de Marché\xA0: achetez, défaussez pour 2 pièces d’or ou partez en Chasse.
- X4 Chasse\xA0: pour 3 pièces d’or chaque fois, le premier Sbire va sous la pioche et le suivant est révélé\xA0; prenez 1 dé de Combat plus les dés de la faiblesse\xA0; des mercenaires (1 dé chacun) pour 3 XP ou 5 pièces d’or, un jeton Charisme épargnant 1 pièce d’or par mercenaire\xA0; lancez\xA0; relancez n’importe quel dé pour 1 XP, autant de fois que vous voulez.
- X5 La ligne atteinte par le total donne de l’XP, des pièces d’or, des jetons Blessure et Honneur et peut-être le Trophée.
- X6 Trophée\xA0: gardez la carte\xA0; elle apporte le prochain, parmi Lieu, Obstacle, Attaque, qui manque au joueur\xA0: le jeton, et cette carte, qu’il est seul à voir\xA0; avec les trois\xA0: 1 XP. Sans Trophée\xA0: le Sbire va sous la pioche. Puis le suivant est révélé.
- X7 Exemple\xA0: Kobold, 4 dés (1 + 2 dés en DEX + 1 mercenaire pour 5 pièces d’or), 1 2 3 4 = 10\xA0: 3 XP, 1 jeton Honneur, Trophée\xA0; le Lieu étant connu, le jeton Obstacle.
- X8 XP\xA0: 1 relance un dé de Combat\xA0; 2 retirent un de vos jetons Blessure\xA0; 3 engagent un mercenaire avant un lancer de Combat\xA0; 5 achètent une action de Caractéristique au choix. Les usages à 2 et à 5 cessent avec la création des personnages\xA0; **Décision** jusque-là, dès qu’une Compétence peut être activée.
- X9 Les cartes Aventure déjà vues peuvent être regardées à nouveau.
- X10 Fin\xA0: K6\xA0; chacun gagne 1 dé de Combat\xA0; les cartes Aventure dans l’ordre Lieu, Obstacle, Attaque pour ceux qui ont le jeton (dés de Combat ou XP), les ex æquo gagnant tous\xA0; puis les mercenaires\xA0; puis les lancers de Combat.
- X11 Quand un joueur ne relance plus, ses dés sont des dés définitifs\xA0; les pouvoirs sur les dés définitifs s’appliquent\xA0; puis +1 par jeton Honneur, −1 par jeton Blessure (Dragon 2). Sous la Puissance\xA0: pas d’étoiles\xA0; sinon, selon le tableau du Monstre. Chimère\xA0: une relance coûte 2 XP. Troll Géant\xA0: les six sont relancés.
- X12 Exemple\xA0: Troll Géant, Puissance 7\xA0: les totaux 5, 11, 11, 19, 10 donnent 0, 2, 2, 6, 1 étoiles.
- X13 Décompte et égalités comme en E.
- X14 **Décision** Plus de Sbire\xA0: pas de Chasse. Un seul\xA0: il ne peut pas aller sous la pioche. Les Sbires mis dessous sont connus de tous, dans l’ordre.
- X15 **Décision** Une Chasse commencée est menée à son terme\xA0; les dés de la faiblesse sont comptés après toutes les révélations, avant d’engager.
- X16 **Décision** Les jetons Charisme ne paient jamais les révélations ni les prix en XP. Mercenaire en pièces d’or\xA0: 5 (Seigneur de Guerre 4), +1 contre le Kraken lors de son combat (en XP aussi), −2 pour chaque activation de Marchander (Assassin\xA0: deux fois comptent double, M12), −1 pour un jeton, jamais sous 0.
- X17 **Décision** L’XP d’une Chasse vient après ses relances\xA0; les jetons Blessure et Honneur ne s’annulent pas.
- X18 **Décision** Les cartes Aventure ne comparent que les joueurs éligibles, et l’on compte quand elles sont révélées\xA0; «\xA0le plus\xA0» exige au moins 1, les totaux de ligne rien\xA0; un joueur seul éligible a le plus et le moins\xA0; en solitaire, il faut aussi atteindre le nombre 1P.
- X19 **Décision** Réserve de dés\xA0: 1 + Hallebarde. Les cartes Aventure pour tous, puis chacun engage, puis chacun lance et termine\xA0: dans le sens horaire à partir du dernier Premier Joueur.
- X20 **Décision** Troll Géant\xA0: après chaque lancer ou relance, jusqu’à ce qu’aucun dé ne montre 6. Vampire\xA0: un dé qui montre 1 reste tel quel. Le Démon agit sur les dés définitifs avant les jetons Honneur.
- X21 **Décision** Ligne du Bien = ligne du haut. Le premier Trophée du Psionique apporte l’Obstacle\xA0; Grimoire ignore le jeton que le Psionique prend à la mise en place.

## Y  Solitaire avec Monsters & Minions
- Y1 Comme L1, avec\xA0: Diplomatie, Grimoire, Champ d’Énergie retirés\xA0; une défausse de 28 cartes (14 par pile)\xA0; quatre cartes dans le Marché\xA0; deux dés Or comme dés Ennemis\xA0; Monstres 1P (X2 vaut)\xA0; cartes Aventure et Sbires comme à deux.
- Y2 Carte 1\xA0: pas de lancer\xA0; 2\xA0: un dé Ennemi\xA0; 3\xA0: les deux, à résultats égaux on en relance un jusqu’à ce qu’ils diffèrent. 1 à 4\xA0: la carte de cette place du Marché va dans la poubelle\xA0; 5-6\xA0: le premier Sbire va sous la pioche, le suivant est révélé. **Décision** par ordre croissant.
- Y3 Marché comme en L4, ou Chasse.
- Y4 Exigences 1P des cartes Aventure (Maelström [Max 2]\xA0: au plus deux Armures).
- Y5 Total sous la Puissance\xA0: le héros meurt et la partie est aussitôt perdue. Sinon les étoiles, puis le décompte avec 1 étoile par groupe de 8 pièces d’or.
- Y6 Barème\xA0: 44+ Tueur de Monstre, 40-43 Vrai Héros, 36-39 Chef de Clan, 32-35 Sommité, 28-31 Aventurier, 24-27 Homme de main, 23 ou moins PNJ.

Cas limites dignes d’un test (calculés, durées habituelles)\xA0: le sac est vide après le dernier lancer à quatre joueurs (jeu de base) et à cinq (MM)\xA0; en première édition à quatre joueurs, il manque deux cartes pour le dernier Marché (U4)\xA0; le solitaire avec MM finit avec une pioche vide, avec V5 il manque une carte.
`;export{e as default};