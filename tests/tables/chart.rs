//! Draws odds: the interval of each game on one axis, and what others have published.

use patience_cli::{Counts, Row, percents};
use quick_xml::escape::escape;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use super::published::Published;

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

const PAPER: &str = "#fff";
const INK: &str = "#202020";
const FAINT: &str = "#d6d6d6";
const BAND: &str = "#f5f5f5";
const BAR: &str = "#1f5fa6";
const OPEN_BAR: &str = "#a0c4e8";
const MARK: &str = "#c83c00";

/// Draws some games as SVG, those with the best odds first. The background is part of the picture, so that it can be
/// read wherever it is shown.
pub(super) fn draw(rows: &[Row], published: &Published) -> String {
    let mut rows: Vec<&Row> = rows.iter().collect();
    let middle = |row: &Row| {
        let (low, high) = row.counts.interval();
        low + high
    };
    rows.sort_by(|a, b| {
        let by_odds = middle(b).total_cmp(&middle(a));
        by_odds.then_with(|| a.title.cmp(&b.title))
    });
    let bottom = TOP + ROW * i32::try_from(rows.len()).expect("there are not that many games");
    let height = bottom + BOTTOM;
    let mut svg = Svg(vec![format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" width=\"{WIDTH}\" \
         height=\"{height}\" font-family=\"sans-serif\" font-size=\"12\" fill=\"{INK}\">\n"
    )]);
    svg.rectangle((0, 0), (WIDTH, height), PAPER);
    draw_legend(&mut svg);
    draw_axis(&mut svg, bottom, rows.len() > FEW);
    for (row, place) in rows.into_iter().zip(0..) {
        draw_row(&mut svg, row, published, TOP + place * ROW + ROW / 2);
    }
    svg.0.concat() + "</svg>\n"
}

/// Says what the bars and marks mean.
fn draw_legend(svg: &mut Svg) {
    let title = "Odds: how many of 100 deals can be won, with 95 % confidence";
    svg.text((16, 18), "font-size=\"16\"", title);
    let bars = [
        (16, BAR, "interval, if no unknown deal can be won"),
        (330, OPEN_BAR, "and if all of them can"),
    ];
    for (x, color, meaning) in bars {
        draw_bar(svg, (x, x + 28), 42, color);
        svg.text((x + 36, 42), LEFT, meaning);
    }
    let marks: [(i32, Mark, &str); 3] = [
        (30, draw_same, "published for the same rules"),
        (344, draw_other, "published, but rules may differ"),
        (620, draw_claim, "what people are said to win"),
    ];
    for (x, mark, meaning) in marks {
        mark(svg, (x, 62));
        svg.text((x + 22, 62), LEFT, meaning);
    }
}

/// Draws the axis, with its numbers above the rows, and below them too if they are many.
fn draw_axis(svg: &mut Svg, bottom: i32, has_both: bool) {
    for place in (1..(bottom - TOP) / ROW).step_by(2) {
        svg.rectangle((0, TOP + place * ROW), (WIDTH, ROW), BAND);
    }
    for tens in 0..=10_u8 {
        let percent = tens * 10;
        let x = place_of(f64::from(percent) / 100.0);
        svg.rectangle((x, TOP), (1, bottom - TOP), FAINT);
        let number = format!("{percent} %");
        svg.text((x, TOP - 10), MIDDLE, &number);
        if has_both {
            svg.text((x, bottom + 14), MIDDLE, &number);
        }
    }
}

/// Draws a game.
fn draw_row(svg: &mut Svg, row: &Row, published: &Published, y: i32) {
    svg.text((AXIS - 12, y), RIGHT, &shorten(&row.title));
    let (low, high) = row.counts.interval();
    // If no unknown deal can be won.
    let least = Counts {
        unwinnable: row.counts.unwinnable + row.counts.unknown,
        unknown: 0,
        ..row.counts
    };
    let (_, least_high) = least.interval();
    let [low_x, least_x, high_x] = [low, least_high, high].map(place_of);
    if high_x > least_x {
        draw_bar(svg, (least_x, high_x), y, OPEN_BAR);
    }
    draw_bar(svg, (low_x, least_x), y, BAR);
    for claim in published.claims_about(&row.game) {
        if let Some(percent) = claim.percent {
            draw_claim(svg, (place_of(percent / 100.0), y));
        }
    }
    for figure in published.figures_for(&row.game) {
        let mark = if figure.differs.is_some() {
            draw_other
        } else {
            draw_same
        };
        mark(svg, (place_of(figure.percent / 100.0), y));
    }
    svg.text((AFTER_AXIS, y), LEFT, &percents((low, high), "–"));
}

fn draw_bar(svg: &mut Svg, (from, to): (i32, i32), y: i32, color: &str) {
    let missing = (MIN_BAR - (to - from)).max(0);
    svg.rectangle(
        (from - missing / 2, y - 5),
        (to - from + missing, 10),
        color,
    );
}

/// Draws a mark at a place.
type Mark = fn(&mut Svg, Point);

/// What was published for the same rules: a diamond, with an edge that sets it off from the bar.
fn draw_same(svg: &mut Svg, place: Point) {
    svg.diamond(place, 7, PAPER);
    svg.diamond(place, 6, MARK);
}

/// What was published for rules that differ or may differ: a hollow diamond.
fn draw_other(svg: &mut Svg, place: Point) {
    draw_same(svg, place);
    svg.diamond(place, 3, PAPER);
}

/// What people are said to win: a ring.
fn draw_claim(svg: &mut Svg, place: Point) {
    for (radius, color) in [(6, PAPER), (5, MARK), (3, PAPER)] {
        svg.circle(place, radius, color);
    }
}

/// Where a share lies on the axis.
fn place_of(share: f64) -> i32 {
    #[expect(clippy::cast_possible_truncation, reason = "a share is 0 to 1")]
    let offset = (share.clamp(0.0, 1.0) * 100.0 * PERCENT).round() as i32;
    AXIS + offset
}

type Point = (i32, i32);

/// The attributes of text that begins, has its middle or ends at a place.
const LEFT: &str = "text-anchor=\"start\"";
const MIDDLE: &str = "text-anchor=\"middle\"";
const RIGHT: &str = "text-anchor=\"end\"";

/// A picture that is being drawn: its beginning, and what was drawn.
struct Svg(Vec<String>);

impl Svg {
    fn rectangle(&mut self, (x, y): Point, (width, height): Point, color: &str) {
        self.0.push(format!(
            "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"{color}\"/>\n"
        ));
    }

    fn diamond(&mut self, (x, y): Point, radius: i32, color: &str) {
        let (left, right, top, bottom) = (x - radius, x + radius, y - radius, y + radius);
        self.0.push(format!(
            "<path d=\"M{left} {y}L{x} {top}L{right} {y}L{x} {bottom}Z\" fill=\"{color}\"/>\n"
        ));
    }

    fn circle(&mut self, (x, y): Point, radius: i32, color: &str) {
        self.0.push(format!(
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{color}\"/>\n"
        ));
    }

    fn text(&mut self, (x, y): Point, attributes: &str, words: &str) {
        let words = escape(words);
        self.0.push(format!(
            "<text x=\"{x}\" y=\"{y}\" dy=\"0.35em\" {attributes}>{words}</text>\n"
        ));
    }
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
    use patience_cli::Row;
    use quick_xml::Reader;
    use quick_xml::events::Event;

    use super::{Published, draw};

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
            let published = Published::read().expect("the file is in order");
            let svg = draw(&rows, &published);
            let texts = texts(&svg);
            let ends = texts.iter().filter(|text| text.contains('–')).count();
            assert_eq!(ends, count, "{texts:?}");
            assert_eq!(texts.iter().any(|text| text == "Heaps"), count > 0);
            assert!(!svg.contains("<script>"));
        }
    }
}
