INSERT INTO played
    (game, variants, name, rules, deal, result, moves, score, carries, seconds, hints, solver, started, ended)
VALUES
    ('heaps', '', 'heaps', '0123456789abcdef', '0', 'won', 90, 40, 0, 4000, 0, 0, 1795327292, 1795327692),
    ('heaps', '', 'heaps', '0123456789abcdef', NULL, 'won', 91, 40, 0, 3999, 0, 0, 1795328292, 1795328692),
    ('heaps', '', 'heaps', '0123456789abcdef', '2', 'stuck', 92, 40, 0, 3998, 0, 0, 1795329292, 1795329692),
    ('heaps', '', 'heaps', '0123456789abcdef', NULL, 'won', 93, NULL, 0, 3997, 0, 0, 1795330292, 1795330692),
    ('heaps', '', 'heaps', '0123456789abcdef', '4', 'given up', 94, 40, 0, 3996, 0, 0, 1795331292, 1795331692),
    ('heaps', 'draw-one vegas', 'heaps, vegas, draw-one', '0123456789abcdef', NULL, 'stuck', 95, -37, 1, 3995, 0, 0,
        1795332292, 1795332692),
    ('heaps', 'draw-one vegas', 'heaps, vegas, draw-one', '0123456789abcdef', '6', 'won', 96, 118, 1, 3994, 0, 0,
        1795333292, 1795333692),
    ('heaps', 'draw-one vegas', 'heaps, vegas, draw-one', '0123456789abcdef', NULL, 'stuck', 97, -52, 1, 3993, 0, 0,
        1795334292, 1795334692),
    ('/home/ann/games/a-game-with-a-long-name.toml', '', 'A Game With a Really Long Name', '0123456789abcdef', '3700',
        'won', 3790, 40, 0, 3723, 411, 92, 1799027292, 1799027692);
