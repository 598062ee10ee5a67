//! The rules files that are open in the editor.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::{answers, uri};
use patience::Rules;
use patience::editor;
use patience::editor::Document;
use patience::editor::Lines;
use patience::editor::Problem;
use patience::internals::BuiltIn;
use patience::library::Library;

/// The open files, by their URIs.
pub(super) struct Documents {
    files: BTreeMap<String, File>,
    /// Where games are looked up, beside the folder of a file.
    library: Library,
    /// Where copies of the built-in games are written, to be looked at.
    data_folder: Option<PathBuf>,
}

/// An open file.
struct File {
    version: Value,
    /// What messages call it.
    name: String,
    /// The id of the game.
    id: String,
    folder: Option<PathBuf>,
    text: String,
    /// The ids of its ancestors, the games named by `like` directly or through others.
    ancestors: Vec<String>,
    /// The last valid rules.
    rules: Option<Rules>,
    /// Whether they match the present text.
    is_current: bool,
    problems: Vec<Problem>,
}

impl File {
    fn new(uri: &str, text: &str) -> File {
        let path = uri::to_path(uri);
        let stem = path.as_deref().and_then(Path::file_stem);
        File {
            version: Value::Null,
            name: path
                .as_ref()
                .map_or("game.toml".to_owned(), |path| path.display().to_string()),
            id: stem.map_or("game".to_owned(), |stem| {
                stem.to_string_lossy().into_owned()
            }),
            folder: path.as_deref().and_then(Path::parent).map(Path::to_owned),
            text: text.to_owned(),
            ancestors: Vec::new(),
            rules: None,
            is_current: false,
            problems: Vec::new(),
        }
    }

    fn document<'a>(&'a self, library: &'a Library) -> Document<'a> {
        Document {
            name: &self.name,
            id: &self.id,
            text: &self.text,
            library,
            is_rules: false,
        }
    }

    /// Applies a change: to a range, or of the whole text.
    fn change(&mut self, change: &Value) {
        let Some(new) = change["text"].as_str() else {
            return;
        };
        if change["range"].is_null() {
            new.clone_into(&mut self.text);
            return;
        }
        let lines = Lines::new(&self.text);
        let start = lines.offset(answers::to_position(&change["range"]["start"]));
        let end = lines.offset(answers::to_position(&change["range"]["end"]));
        self.text.replace_range(start..end.max(start), new);
    }
}

impl Documents {
    pub(super) fn new(library: Library, data_folder: Option<PathBuf>) -> Documents {
        Documents {
            files: BTreeMap::new(),
            library,
            data_folder,
        }
    }

    /// Opens a file, and returns the URIs of the files to check again, itself first.
    pub(super) fn open(&mut self, params: &Value) -> Option<Vec<String>> {
        let document = &params["textDocument"];
        let (uri, text) = (document["uri"].as_str()?, document["text"].as_str()?);
        let mut file = File::new(uri, text);
        file.version = document["version"].clone();
        let changed = self.with_heirs(uri, &file);
        self.files.insert(uri.to_owned(), file);
        Some(changed)
    }

    /// Changes a file, and returns the URIs of the files to check again, itself first.
    pub(super) fn change(&mut self, params: &Value) -> Option<Vec<String>> {
        let document = &params["textDocument"];
        let uri = document["uri"].as_str()?;
        let file = self.files.get_mut(uri)?;
        file.version = document["version"].clone();
        for change in params["contentChanges"].as_array().into_iter().flatten() {
            file.change(change);
        }
        Some(self.with_heirs(uri, self.files.get(uri)?))
    }

    /// Closes a file, and returns the URIs of the files to check again, itself first. Those that inherit from it are now
    /// like the file on the disk.
    pub(super) fn close(&mut self, params: &Value) -> Option<Vec<String>> {
        let uri = params["textDocument"]["uri"].as_str()?;
        let closed = self.files.remove(uri)?;
        Some(self.with_heirs(uri, &closed))
    }

    /// The URIs of a file and of the open files that inherit from it.
    fn with_heirs(&self, uri: &str, file: &File) -> Vec<String> {
        let mut uris = self.heirs(file);
        uris.retain(|heir| heir != uri);
        uris.insert(0, uri.to_owned());
        uris
    }

    /// The URIs of the open files that inherit from a file.
    fn heirs(&self, file: &File) -> Vec<String> {
        let files = self.files.iter();
        let heirs = files
            .filter(|(_, other)| other.folder == file.folder && other.ancestors.contains(&file.id));
        heirs.map(|(uri, _)| uri.clone()).collect()
    }

    /// Checks a file, and returns its problems as the editor expects them. One that is not open has none.
    pub(super) fn check(&mut self, uri: &str) -> Value {
        let checked = self.check_open(uri);
        checked.unwrap_or_else(|| json!({ "uri": uri, "diagnostics": [] }))
    }

    fn check_open(&mut self, uri: &str) -> Option<Value> {
        let file = self.files.get(uri)?;
        let library = self.library(file);
        let analysis = editor::analyze(&file.document(&library));
        let file = self.files.get_mut(uri)?;
        file.ancestors = analysis.ancestors;
        file.is_current = analysis.rules.is_some();
        file.rules = analysis.rules.or(file.rules.take());
        file.problems = analysis.problems;
        let file = self.files.get(uri)?;
        let lines = Lines::new(&file.text);
        let problems = file.problems.iter();
        let diagnostics: Vec<Value> = problems
            .map(|problem| self.diagnostic(problem, file, &lines))
            .collect();
        Some(json!({ "uri": uri, "version": file.version, "diagnostics": diagnostics }))
    }

    fn diagnostic(&self, problem: &Problem, file: &File, lines: &Lines<'_>) -> Value {
        answers::diagnostic(problem, lines, |name| self.uri_of_file(file, name))
    }

    /// Where the games are looked up that a file is `like`: the texts that are open, its folder, the player's
    /// own games, the built-in games.
    fn library(&self, file: &File) -> Library {
        let mut library = self.library.clone();
        for other in self.files.values() {
            if other.folder == file.folder {
                library = library.with_text(other.id.clone(), other.text.clone());
            }
        }
        match &file.folder {
            Some(folder) => library.beside(folder),
            None => library,
        }
    }

    pub(super) fn complete(&self, params: &Value) -> Value {
        let completions = self.at(params, |file, document, offset| {
            let lines = Lines::new(&file.text);
            let completions = editor::complete(document, offset).into_iter().enumerate();
            let items = completions.map(|(place, item)| answers::completion(place, &item, &lines));
            Some(items.collect::<Vec<_>>())
        });
        json!({ "isIncomplete": false, "items": completions.unwrap_or_default() })
    }

    pub(super) fn hover(&self, params: &Value) -> Value {
        json!(self.at(params, |file, document, offset| {
            let hover = editor::hover(document, file.rules.as_ref(), file.is_current, offset)?;
            Some(json!({
                "contents": { "kind": "markdown", "value": hover.text },
                "range": Lines::new(&file.text).range(&hover.range),
            }))
        }))
    }

    pub(super) fn define(&self, params: &Value) -> Value {
        json!(self.at(params, |file, document, offset| {
            let target = editor::define(document, offset)?;
            let uri = match &target.id {
                Some(id) => self.uri_of_game(file, id)?,
                None => params["textDocument"]["uri"].as_str()?.to_owned(),
            };
            let range = Lines::new(&target.text).range(&target.range);
            Some(json!({ "uri": uri, "range": range }))
        }))
    }

    /// The corrections of the problems in a range.
    pub(super) fn fixes(&self, params: &Value) -> Value {
        let Some((uri, file)) = self.file(params) else {
            return json!([]);
        };
        let lines = Lines::new(&file.text);
        let first = lines.offset(answers::to_position(&params["range"]["start"]));
        let last = lines.offset(answers::to_position(&params["range"]["end"]));
        let problems = file.problems.iter();
        let touched = problems.filter(|p| p.range.start <= last && first <= p.range.end);
        let fixes = touched.flat_map(|problem| {
            let diagnostic = self.diagnostic(problem, file, &lines);
            let fixes = problem.fixes.iter();
            fixes.map(move |fix| (fix, diagnostic.clone(), problem.fixes.len() == 1))
        });
        let actions = fixes.map(|(fix, diagnostic, is_only)| {
            let text = fix.text.trim();
            json!({
                "title": format!("Write `{text}`"),
                "kind": "quickfix",
                "diagnostics": [diagnostic],
                "isPreferred": is_only,
                "edit": { "changes": { uri: [{
                    "range": lines.range(&fix.range),
                    "newText": fix.text,
                }] } },
            })
        });
        actions.collect()
    }

    fn file(&self, params: &Value) -> Option<(&str, &File)> {
        let uri = params["textDocument"]["uri"].as_str()?;
        let (uri, file) = self.files.get_key_value(uri)?;
        Some((uri, file))
    }

    /// Answers a question about a place in a file.
    fn at<T>(
        &self,
        params: &Value,
        answer: impl FnOnce(&File, &Document<'_>, usize) -> Option<T>,
    ) -> Option<T> {
        let (_, file) = self.file(params)?;
        let offset = Lines::new(&file.text).offset(answers::to_position(&params["position"]));
        let library = self.library(file);
        answer(file, &file.document(&library), offset)
    }

    /// The URI of a file that a message names.
    fn uri_of_file(&self, file: &File, name: &str) -> Option<String> {
        if name == file.name {
            let mut uris = self.files.iter();
            return uris
                .find(|(_, other)| other.name == name)
                .map(|(uri, _)| uri.clone());
        }
        self.uri_of_game(file, &Path::new(name).file_stem()?.to_string_lossy())
    }

    /// The URI of the file of a game that a file inherits from. A built-in game is written to a file, to be looked at.
    fn uri_of_game(&self, file: &File, id: &str) -> Option<String> {
        let mut open = self.files.iter();
        let is_it = |other: &File| other.id == id && other.folder == file.folder;
        if let Some((uri, _)) = open.find(|(_, other)| is_it(other)) {
            return Some(uri.clone());
        }
        let name = format!("{id}.toml");
        let beside = file.folder.as_ref().map(|folder| folder.join(&name));
        if let Some(path) = beside.filter(|path| path.is_file()) {
            return Some(uri::from_path(&path));
        }
        let text = BuiltIn::find(id)?.text();
        let folder = self.data_folder.as_ref()?.join("built-in");
        let path = folder.join(&name);
        if fs::read(&path).ok().as_deref() != Some(text.as_bytes()) {
            fs::create_dir_all(&folder).ok()?;
            // An older copy may be read-only.
            let _ = fs::remove_file(&path);
            fs::write(&path, text).ok()?;
            let mut permissions = fs::metadata(&path).ok()?.permissions();
            permissions.set_readonly(true);
            fs::set_permissions(&path, permissions).ok()?;
        }
        Some(uri::from_path(&path))
    }
}
