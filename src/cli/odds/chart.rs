//! Draws odds: the interval of each game on one axis, and what others have published.

use std::error::Error;

use plotters::backend::SVGBackend;
use plotters::coord::Shift;
use plotters::element::{Circle, PathElement, Polygon, Rectangle, Text};
use plotters::prelude::{DrawingArea, IntoDrawingArea};
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{Color, IntoFont, IntoTextStyle, RGBColor, TextStyle};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use super::published::Published;
use super::row::Row;
use super::table::percents;

/// The width of the picture, where the axis begins and how long a percent is, and where the text after it begins.
const WIDTH: i32 = 1000;
const AXIS: i32 = 250;
const PERCENT: f64 = 6.0;
const AFTER_AXIS: i32 = 864;
/// The height of a row, and of what stands above and below all rows.
const ROW: i32 = 18;
const TOP: i32 = 100;
const BOTTOM: i32 = 34;
/// Of at most this many games, the picture has no numbers below them.
const FEW: usize = 10;
/// The most columns of a title.
const MAX_TITLE: usize = 32;
/// The width of a bar that would be too small to see.
const MIN_BAR: i32 = 3;
/// The sizes of text. It is written smaller than asked for, by this factor.
const TEXT: f64 = 12.0 * 1.24;
const TITLE: f64 = 16.0 * 1.24;

const PAPER: RGBColor = RGBColor(255, 255, 255);
const INK: RGBColor = RGBColor(32, 32, 32);
const FAINT: RGBColor = RGBColor(214, 214, 214);
const BAND: RGBColor = RGBColor(245, 245, 245);
const BAR: RGBColor = RGBColor(31, 95, 166);
const OPEN_BAR: RGBColor = RGBColor(160, 196, 232);
const MARK: RGBColor = RGBColor(200, 60, 0);

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
type Point = (i32, i32);
type Drawn = Result<(), Box<dyn Error>>;

/// Draws some games as SVG, those with the best odds first. The background is part of the picture, so that it can be
/// read wherever it is shown.
pub(super) fn draw(rows: &[Row], published: &Published) -> Result<String, Box<dyn Error>> {
    let mut rows: Vec<&Row> = rows.iter().collect();
    let middle = |row: &Row| {
        let (low, high) = row.counts.interval();
        low + high
    };
    rows.sort_by(|a, b| {
        let by_odds = middle(b).total_cmp(&middle(a));
        by_odds.then_with(|| a.title.cmp(&b.title))
    });
    let bottom = i32::try_from(rows.len())?
        .checked_mul(ROW)
        .and_then(|height| height.checked_add(TOP))
        .ok_or("there are too many games")?;
    let mut svg = String::new();
    let size = (WIDTH.unsigned_abs(), (bottom + BOTTOM).unsigned_abs());
    let area = SVGBackend::with_string(&mut svg, size).into_drawing_area();
    area.fill(&PAPER)?;
    draw_legend(&area)?;
    draw_axis(&area, bottom, rows.len() > FEW)?;
    for (row, place) in rows.into_iter().zip(0..) {
        draw_row(&area, row, published, TOP + place * ROW + ROW / 2)?;
    }
    area.present()?;
    drop(area);
    Ok(svg)
}

/// Says what the bars and marks mean.
fn draw_legend(area: &Area<'_>) -> Drawn {
    let title = "Odds: how many of 100 deals can be won, with 95 % confidence";
    area.draw(&Text::new(title, (16, 18), text(TITLE, HPos::Left)))?;
    let bars = [
        (16, BAR, "interval, if no unknown deal can be won"),
        (330, OPEN_BAR, "and if all of them can"),
    ];
    for (x, color, meaning) in bars {
        draw_bar(area, (x, x + 28), 42, color)?;
        write(area, meaning, (x + 36, 42), HPos::Left)?;
    }
    let marks: [(i32, Mark, &str); 3] = [
        (30, draw_same, "published for the same rules"),
        (344, draw_other, "published, but rules may differ"),
        (620, draw_claim, "what people are said to win"),
    ];
    for (x, mark, meaning) in marks {
        mark(area, (x, 62))?;
        write(area, meaning, (x + 22, 62), HPos::Left)?;
    }
    Ok(())
}

/// Draws the axis, with its numbers above the rows, and below them too if they are many.
fn draw_axis(area: &Area<'_>, bottom: i32, has_both: bool) -> Drawn {
    for (top, place) in (TOP..bottom).step_by(18).zip(0..) {
        if place % 2 == 1 {
            let band = [(0, top), (WIDTH, top + ROW)];
            area.draw(&Rectangle::new(band, BAND.filled()))?;
        }
    }
    for tens in 0..=10_u8 {
        let percent = tens * 10;
        let x = place_of(f64::from(percent) / 100.0);
        area.draw(&PathElement::new([(x, TOP), (x, bottom)], FAINT))?;
        let number = format!("{percent} %");
        write(area, &number, (x, TOP - 10), HPos::Center)?;
        if has_both {
            write(area, &number, (x, bottom + 14), HPos::Center)?;
        }
    }
    Ok(())
}

/// Draws a game.
fn draw_row(area: &Area<'_>, row: &Row, published: &Published, y: i32) -> Drawn {
    write(area, &shorten(&row.title), (AXIS - 12, y), HPos::Right)?;
    let (low, high) = row.counts.interval();
    let (_, least_high) = row.counts.least_interval();
    let [low_x, least_x, high_x] = [low, least_high, high].map(place_of);
    if high_x > least_x {
        draw_bar(area, (least_x, high_x), y, OPEN_BAR)?;
    }
    draw_bar(area, (low_x, least_x), y, BAR)?;
    for claim in published.claims_about(&row.game) {
        if let Some(percent) = claim.percent {
            draw_claim(area, (place_of(percent / 100.0), y))?;
        }
    }
    for figure in published.figures_for(&row.game) {
        let mark = if figure.differs.is_some() {
            draw_other
        } else {
            draw_same
        };
        mark(area, (place_of(figure.percent / 100.0), y))?;
    }
    let numbers = percents((low, high), "–");
    write(area, &numbers, (AFTER_AXIS, y), HPos::Left)
}

fn draw_bar(area: &Area<'_>, (from, to): (i32, i32), y: i32, color: RGBColor) -> Drawn {
    let missing = (MIN_BAR - (to - from)).max(0);
    let (from, to) = (from - missing / 2, to + missing - missing / 2);
    let corners = [(from, y - 5), (to, y + 5)];
    Ok(area.draw(&Rectangle::new(corners, color.filled()))?)
}

/// Draws a mark at a place.
type Mark = fn(&Area<'_>, Point) -> Drawn;

/// What was published for the same rules: a diamond, with an edge that sets it off from the bar.
fn draw_same(area: &Area<'_>, place: Point) -> Drawn {
    area.draw(&Polygon::new(diamond(place, 7), PAPER.filled()))?;
    Ok(area.draw(&Polygon::new(diamond(place, 6), MARK.filled()))?)
}

/// What was published for rules that differ or may differ: a hollow diamond.
fn draw_other(area: &Area<'_>, place: Point) -> Drawn {
    draw_same(area, place)?;
    Ok(area.draw(&Polygon::new(diamond(place, 3), PAPER.filled()))?)
}

/// What people are said to win: a ring.
fn draw_claim(area: &Area<'_>, place: Point) -> Drawn {
    for (radius, color) in [(6, PAPER), (5, MARK), (3, PAPER)] {
        area.draw(&Circle::new(place, radius, color.filled()))?;
    }
    Ok(())
}

fn diamond((x, y): Point, radius: i32) -> [Point; 4] {
    [
        (x - radius, y),
        (x, y - radius),
        (x + radius, y),
        (x, y + radius),
    ]
}

/// Where a share lies on the axis.
fn place_of(share: f64) -> i32 {
    #[expect(clippy::cast_possible_truncation, reason = "a share is 0 to 1")]
    let offset = (share.clamp(0.0, 1.0) * 100.0 * PERCENT).round() as i32;
    AXIS + offset
}

fn write(area: &Area<'_>, words: &str, place: Point, side: HPos) -> Drawn {
    Ok(area.draw(&Text::new(words.to_owned(), place, text(TEXT, side)))?)
}

fn text(size: f64, side: HPos) -> TextStyle<'static> {
    let font = ("sans-serif", size).into_font().color(&INK);
    font.into_text_style(&(WIDTH.unsigned_abs(), 0))
        .pos(Pos::new(side, VPos::Center))
}

/// Shortens a title that is too long for the room before the axis.
fn shorten(title: &str) -> String {
    if title.width() <= MAX_TITLE {
        return title.to_owned();
    }
    let mut width = 0;
    let kept = title.chars().take_while(|c| {
        width += c.width().unwrap_or(0);
        width < MAX_TITLE
    });
    kept.chain(['…']).collect()
}

#[cfg(test)]
mod tests {
    use quick_xml::Reader;
    use quick_xml::events::Event;

    use super::draw;
    use crate::cli::odds::published::Published;
    use crate::cli::odds::row::Row;

    /// The texts of a picture. It is well-formed, or this panics.
    fn texts(svg: &str) -> Vec<String> {
        let mut reader = Reader::from_str(svg);
        reader.config_mut().trim_text(true);
        let (mut depth, mut texts) = (0, Vec::new());
        loop {
            match reader.read_event().expect("it is well-formed") {
                Event::Start(_) => depth += 1,
                Event::End(_) => depth -= 1,
                Event::Text(text) => {
                    texts.push(text.trim().to_owned());
                }
                Event::Eof => break,
                _ => {}
            }
        }
        assert_eq!(depth, 0);
        texts
    }

    #[test]
    fn every_game_is_drawn_whatever_it_is_called() {
        let titles = [
            "Heaps",
            "</text><script>",
            "日本語のソリティアとその他のゲームの題名",
            "a & b",
        ];
        for count in [0, 1, 4] {
            let rows = titles[..count]
                .iter()
                .zip(1_u64..)
                .map(|(title, wins)| Row {
                    title: (*title).to_owned(),
                    ..format!("heaps\tHeaps\ta\t10\t{wins}\t{}\t1\t1\t1\t\t\t", 9 - wins)
                        .parse()
                        .expect("it is a row")
                });
            let rows: Vec<Row> = rows.collect();
            let svg = draw(&rows, &Published::read()).expect("it can be drawn");
            let texts = texts(&svg);
            let ends = texts.iter().filter(|text| text.contains('–')).count();
            assert_eq!(ends, count, "{texts:?}");
            assert_eq!(texts.iter().any(|text| text == "Heaps"), count > 0);
            assert!(!svg.contains("<script>"));
        }
    }
}
